import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { forumRules } from "../../ui/forumRules";
import { RichText } from "../../ui/RichText";
import styles from "./ForumRules.module.css";

/** What readers see of the rules: a line that opens. */
export function ForumRules({ forumId }: { forumId: number }) {
  const { data } = useQuery(forumRules(forumId));
  if (!data?.rules) return null;
  return (
    <details className={styles.rules}>
      <summary>{t`Forum rules`}</summary>
      <RichText html={data.rules_html} text={data.rules} />
    </details>
  );
}
