import { useSearchParams } from "react-router";
import { Button } from "../../ui/Button";
import { Heading } from "../../ui/Heading";
import { Head, Screen } from "../../ui/Screen";
import { ContactList } from "./ContactList";
import { PeopleSearch } from "./PeopleSearch";

/** A keyword in the address, blank at first, is what shows the people in place of the contacts. */
export function MessagesScreen() {
  const [params, setParams] = useSearchParams();
  const keyword = params.get("keyword");
  const search = (keyword: string) => setParams({ keyword });
  return (
    <Screen>
      <Head>
        <Heading>Messages</Heading>
        {keyword === null ? (
          <Button look="main" onClick={() => search("")}>
            Send New Message
          </Button>
        ) : (
          <Button look="main" onClick={() => setParams({})}>
            Back To Messages
          </Button>
        )}
      </Head>
      {keyword === null ? (
        <ContactList />
      ) : (
        <PeopleSearch filter={keyword.trim()} onSearch={search} />
      )}
    </Screen>
  );
}
