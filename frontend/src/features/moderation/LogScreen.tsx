import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link, useSearchParams } from "react-router";
import { parseId, paths } from "../../paths";
import { focusHeading } from "../../ui/focus";
import { Heading } from "../../ui/Heading";
import { List } from "../../ui/List";
import { Screen } from "../../ui/Screen";
import { Empty } from "../../ui/States";
import { LogFilters } from "./LogFilters";
import { isLogAction } from "./logActions";
import { LogRow } from "./LogRow";
import surfaces from "../../ui/Surface.module.css";
import styles from "./LogScreen.module.css";
import { moderationQueries, type LogFilter } from "./queries";

/** What moderators and admins did, for everybody to see; the filters are in the address. */
export function LogScreen() {
  const filter = useFilter();
  const query = useInfiniteQuery(moderationQueries.log(filter));
  const isFiltered = Object.values(filter).some(Boolean);
  return (
    <Screen>
      <Heading>{t`Moderation log`}</Heading>
      {filter.forum && <OnlyForum id={filter.forum} topic={query.data?.[0]?.forum?.topic} />}
      <LogFilters filter={filter} />
      <div className={surfaces.surface}>
        <List
          query={query}
          label={t`Moderation log`}
          failed={t`Couldn't load the moderation log. Try again.`}
          empty={
            <Empty>
              <p>
                {isFiltered
                  ? t`Nothing in the log matches.`
                  : t`What moderators and admins do shows up here.`}
              </p>
            </Empty>
          }
        >
          {(entry) => <LogRow entry={entry} />}
        </List>
      </div>
    </Screen>
  );
}

function useFilter(): LogFilter {
  const [params] = useSearchParams();
  const action = params.get("action");
  return {
    forum: parseId(params.get("forum") ?? undefined),
    user: params.get("user")?.trim() || undefined,
    action: isLogAction(action) ? action : undefined,
  };
}

/** The entries know the forum's present topic. */
function OnlyForum({ id, topic }: { id: number; topic: string | null | undefined }) {
  const [params] = useSearchParams();
  const all = new URLSearchParams(params);
  all.delete("forum");
  const forum = (
    <Link to={paths.forum(id)} dir="auto">
      {topic ?? t`this forum`}
    </Link>
  );
  return (
    <p className={styles.forum}>
      <span>
        <Trans>Only in {forum}</Trans>
      </span>
      {/* The link goes with the filter. */}
      <Link to={{ search: all.toString() }} preventScrollReset onClick={focusHeading}>
        {t`Show all forums`}
      </Link>
    </p>
  );
}
