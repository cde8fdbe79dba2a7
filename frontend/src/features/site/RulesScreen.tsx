import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { Heading } from "../../ui/Heading";
import { RichText } from "../../ui/RichText";
import { Screen } from "../../ui/Screen";
import { Empty, QueryBoundary } from "../../ui/States";
import styles from "./PageScreen.module.css";
import { siteQueries } from "./queries";

/** The rules of the site, which the settings hold. */
export function RulesScreen() {
  const query = useQuery(siteQueries.settings());
  return (
    <Screen>
      <article className={styles.page}>
        <Heading>{t`Rules of this site`}</Heading>
        <QueryBoundary query={query} failed={t`Couldn't load the page. Try again.`}>
          {({ rules, rules_html }) =>
            rules ? (
              <RichText html={rules_html} text={rules} />
            ) : (
              <Empty>
                <p>{t`This site has no rules of its own.`}</p>
              </Empty>
            )
          }
        </QueryBoundary>
      </article>
    </Screen>
  );
}
