import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { isLoadError, LoadError } from "../access/ErrorPage";
import { Heading } from "../../ui/Heading";
import { RichText } from "../../ui/RichText";
import { Screen } from "../../ui/Screen";
import { Loading } from "../../ui/States";
import { Time } from "../../ui/Time";
import styles from "./PageScreen.module.css";
import { siteQueries } from "./queries";

/** A page that the admins wrote, such as an imprint. */
export function PageScreen() {
  const { slug = "" } = useParams();
  const query = useQuery(siteQueries.page(slug));
  if (isLoadError(query)) return <LoadError query={query} text={t`This page doesn't exist.`} />;
  const page = query.data;
  return (
    <Screen>
      {page ? (
        <article className={styles.page}>
          <Heading dir="auto">{page.title}</Heading>
          <RichText html={page.text_html} text={page.text} />
          <p className={styles.edited}>
            <Trans>
              Edited <Time at={page.editedAt} />
            </Trans>
          </p>
        </article>
      ) : (
        <Loading />
      )}
    </Screen>
  );
}
