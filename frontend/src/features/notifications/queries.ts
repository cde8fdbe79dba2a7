import { queryOptions } from "@tanstack/react-query";
import { api, unwrap, unwrapPage } from "../../api/client";
import { pages } from "../../api/pages";
import { session } from "../../api/session";
import { isExpired } from "../../api/token";
import { isLive } from "../../api/liveStatus";
import { notificationKeys as keys } from "../../api/queryKeys";
import { statusOf } from "../../error";

/** How often the counts are refetched without live events. */
const INTERVAL = 60_000;
/** In the popover of the bell. */
const LATEST = 10;

export const notificationQueries = {
  list: (unreadOnly: boolean) =>
    pages([...keys.lists, { unreadOnly }], (cursor, signal) => {
      const query = { cursor, ...(unreadOnly && { unread: true }) };
      return unwrapPage(api.GET("/api/notifications", { params: { query }, signal }));
    }),
  latest: () =>
    queryOptions({
      queryKey: [...keys.lists, "latest"],
      queryFn: ({ signal }) => {
        const query = { limit: LATEST };
        return unwrapPage(api.GET("/api/notifications", { params: { query }, signal }));
      },
      staleTime: 0,
    }),
  unread: () =>
    queryOptions({
      queryKey: keys.unread,
      queryFn: ({ signal }) => unwrap(api.GET("/api/unread", { signal })),
      // An expired session ends with the next action of the member, not with this query.
      enabled: () => !isExpired(session.get().token),
      refetchInterval: ({ state }) =>
        isLive() || statusOf(state.error) === 404 ? false : INTERVAL,
    }),
  settings: () =>
    queryOptions({
      queryKey: keys.settings,
      queryFn: ({ signal }) => unwrap(api.GET("/api/notifications/settings", { signal })),
    }),
};
