import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useSearchParams } from "react-router";
import { Button } from "../../ui/Button";
import { Heading } from "../../ui/Heading";
import { PageHeader, Screen } from "../../ui/Screen";
import { ContactList } from "./ContactList";
import styles from "./People.module.css";
import { PeopleSearch } from "./PeopleSearch";

/** A keyword in the URL, even a blank one, shows people instead of contacts. */
export function MessagesScreen() {
  const [params, setParams] = useSearchParams();
  const keyword = params.get("keyword");
  const search = (keyword: string) => setParams({ keyword });
  return (
    <Screen>
      <PageHeader>
        <Heading>{t`Messages`}</Heading>
        {keyword === null ? (
          <Button variant="primary" icon="plus" onClick={() => search("")}>
            <Trans>Send New Message</Trans>
          </Button>
        ) : (
          <Button icon="back" onClick={() => setParams({})}>
            <Trans>Back To Messages</Trans>
          </Button>
        )}
      </PageHeader>
      <div className={styles.people}>
        {keyword === null ? (
          <ContactList />
        ) : (
          <PeopleSearch filter={keyword.trim()} onSearch={search} />
        )}
      </div>
    </Screen>
  );
}
