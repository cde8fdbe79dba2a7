import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { forumRules } from "../rules/forumRules";
import { RulesDetails } from "../rules/RulesDetails";

/** The rules for readers. */
export function ForumRules({ forumId }: { forumId: number }) {
  const { data } = useQuery(forumRules(forumId));
  return data && <RulesDetails label={t`Forum rules`} html={data.rules_html} text={data.rules} />;
}
