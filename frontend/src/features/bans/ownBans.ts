import { queryOptions, useQuery, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { api, unwrapPage } from "../../api/client";
import { allPages } from "../../api/pages";
import { keys } from "../../api/queryKeys";
import { useSignedIn } from "../../api/session";
import type { OwnForumBan } from "../../api/types";

/** A refusal, the window's focus and a notification refetch earlier. */
const FRESH_MS = 5 * 60_000;
/** Browsers run a timer with a longer delay at once. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/** All bans of the member from forums. There are few, so one query holds them. */
const ownBans = () =>
  queryOptions({
    queryKey: keys.ownBans,
    queryFn: ({ signal }) =>
      allPages((cursor) => {
        const query = { limit: 100, cursor };
        return unwrapPage(api.GET("/api/bans", { params: { query }, signal }));
      }),
    staleTime: FRESH_MS,
  });

/** Refetches the bans if a screen shows them: a moderator may have added or lifted one. */
export function refreshOwnBans(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: keys.ownBans });
}

/** The member's ban from the forum, if there is one. */
export function useOwnBan(forumId: number): OwnForumBan | undefined {
  const client = useQueryClient();
  const signedIn = useSignedIn();
  const { data } = useQuery({ ...ownBans(), enabled: signedIn });
  const ban = signedIn ? data?.find(({ forum }) => forum.id === forumId) : undefined;
  const until = ban?.until;
  useEffect(() => {
    if (!until) return;
    const left = Math.max(Date.parse(until) - Date.now(), 0);
    if (left > MAX_TIMEOUT_MS) return;
    const timer = setTimeout(() => void refreshOwnBans(client), left);
    return () => clearTimeout(timer);
  }, [client, until]);
  return ban;
}
