import { t } from "@lingui/core/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import { paths } from "../../paths";
import { ButtonLink } from "../../ui/Button";
import { Heading } from "../../ui/Heading";
import { List } from "../../ui/List";
import { PageHeader, Screen, Toolbar } from "../../ui/Screen";
import { Empty } from "../../ui/States";
import { TabLinks } from "../../ui/TabLinks";
import { moderationQueries, type QueueState } from "./queries";
import { ReportCard } from "./ReportCard";

const DECIDED: readonly QueueState[] = ["resolved", "rejected"];

/** Reports of the forums that the member moderates, the oldest first; admins see all. */
export function QueueScreen() {
  const [params] = useSearchParams();
  const state = DECIDED.find((one) => one === params.get("state"));
  const query = useInfiniteQuery(moderationQueries.reports(state));
  return (
    <Screen>
      <PageHeader>
        <Heading>{t`Reports`}</Heading>
        <Toolbar>
          <ButtonLink to={paths.log}>{t`Moderation log`}</ButtonLink>
        </Toolbar>
      </PageHeader>
      <TabLinks
        label={t`Filter`}
        param="state"
        standard="open"
        tabs={[
          { value: "open", text: t`Open` },
          { value: "resolved", text: t`Resolved` },
          { value: "rejected", text: t`Rejected` },
        ]}
      />
      <List
        query={query}
        label={t`Reports`}
        failed={t`Couldn't load reports. Try again.`}
        empty={
          <Empty>
            <p>{t`Nothing waits for a decision.`}</p>
          </Empty>
        }
      >
        {(report) => <ReportCard report={report} />}
      </List>
    </Screen>
  );
}
