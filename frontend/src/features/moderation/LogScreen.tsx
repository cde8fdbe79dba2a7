import { t } from "@lingui/core/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import { parseId } from "../../paths";
import { Heading } from "../../ui/Heading";
import { List } from "../../ui/List";
import { Screen } from "../../ui/Screen";
import { Empty } from "../../ui/States";
import { LogFilters } from "./LogFilters";
import { isLogAction } from "./logActions";
import { LogRow } from "./LogRow";
import { OnlyForum } from "./OnlyForum";
import surfaces from "../../ui/Surface.module.css";
import { moderationQueries, type LogFilter } from "./queries";

/** The public log of what moderators and admins did; the URL has the filters. */
export function LogScreen() {
  const filter = useFilter();
  const query = useInfiniteQuery(moderationQueries.log(filter));
  const known = query.data?.[0]?.forum;
  const isFiltered = Object.values(filter).some(Boolean);
  return (
    <Screen>
      <Heading>{t`Moderation log`}</Heading>
      {/* The entries know the forum's present topic. */}
      {filter.forum && (
        <OnlyForum
          id={filter.forum}
          topic={known?.topic}
          visibility={known?.visibility ?? undefined}
        />
      )}
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
