import { queryOptions, useQuery, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { api, unwrapPage } from "../api/client";
import { allPages } from "../api/pages";
import { useSignedIn } from "../api/session";
import type { OwnForumBan } from "../api/types";

const KEY = ["own-bans"] as const;
/** A refusal, the window's focus and a notification ask again before. */
const FRESH_MS = 5 * 60_000;
/** Longer delays end at once. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/** The member's own bans from forums, all of them: they are few. */
const ownBans = () =>
  queryOptions({
    queryKey: KEY,
    queryFn: ({ signal }) =>
      allPages((cursor) => {
        const query = { limit: 100, cursor };
        return unwrapPage(api.GET("/api/bans", { params: { query }, signal }));
      }),
    staleTime: FRESH_MS,
  });

/** Asks again, where a screen shows them: a moderator may have banned or lifted. */
export function refreshOwnBans(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: KEY });
}

/** What keeps the member from writing in the forum, as the server knows it. */
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
