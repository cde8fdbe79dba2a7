import { useSearchParams } from "react-router";
import { Button } from "../../ui/Button";
import { Heading } from "../../ui/Heading";
import { PageHeader, Screen } from "../../ui/Screen";
import { ContactList } from "./ContactList";
import { PeopleSearch } from "./PeopleSearch";

/** A keyword in the address, blank at first, is what shows the people in place of the contacts. */
export function MessagesScreen() {
  const [params, setParams] = useSearchParams();
  const keyword = params.get("keyword");
  const search = (keyword: string) => setParams({ keyword });
  return (
    <Screen>
      <PageHeader>
        <Heading>Messages</Heading>
        {keyword === null ? (
          <Button variant="primary" onClick={() => search("")}>
            Send New Message
          </Button>
        ) : (
          <Button variant="primary" onClick={() => setParams({})}>
            Back To Messages
          </Button>
        )}
      </PageHeader>
      {keyword === null ? (
        <ContactList />
      ) : (
        <PeopleSearch filter={keyword.trim()} onSearch={search} />
      )}
    </Screen>
  );
}
