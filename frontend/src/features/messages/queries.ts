import { queryOptions, type InfiniteData } from "@tanstack/react-query";
import { api, unwrap, unwrapPage, type Page } from "../../api/client";
import { pages } from "../../api/pages";
import type { Message } from "../../api/types";
import { isLive } from "../../api/liveStatus";
import { messageKeys as keys } from "../../api/queryKeys";

/** How often visible queries poll without live events. */
const INTERVAL = 5000;
const POLL = {
  refetchInterval: () => (isLive() ? false : INTERVAL) as number | false,
  refetchOnWindowFocus: "always" as const,
};

export const messageQueries = {
  contacts: () => ({
    ...pages(keys.contacts, (cursor, signal) =>
      unwrapPage(api.GET("/api/contacts", { params: { query: { cursor } }, signal })),
    ),
    ...POLL,
    staleTime: 0,
  }),
  /** Loaded once; `newest` keeps it fresh. */
  chat: (userId: number) => ({
    ...pages(keys.chat(userId), (cursor, signal) => fetchMessages(userId, cursor, signal)),
    staleTime: Infinity,
  }),
  /** Fetches the newest page and merges it into the chat. */
  newest: (userId: number) =>
    queryOptions({
      queryKey: keys.newest(userId),
      async queryFn({ client, signal }) {
        const newest = await fetchMessages(userId, undefined, signal);
        client.setQueryData<Chat>(keys.chat(userId), (chat) => chat && mergeNewest(chat, newest));
        return null;
      },
      ...POLL,
      staleTime: INTERVAL,
    }),
  block: (userId: number) =>
    queryOptions({
      queryKey: keys.block(userId),
      queryFn: ({ signal }) =>
        unwrap(api.GET("/api/contacts/{userId}/block", { params: { path: { userId } }, signal })),
    }),
  /** All users, or those whose name contains the filter. */
  people: (filter: string) =>
    pages(["users", { filter }], (cursor, signal) =>
      filter
        ? unwrapPage(
            api.GET("/users/filtered/{filter}", {
              params: { path: { filter }, query: { cursor } },
              signal,
            }),
          )
        : unwrapPage(api.GET("/users", { params: { query: { cursor } }, signal })),
    ),
  person: (id: number) =>
    queryOptions({
      queryKey: ["users", id],
      queryFn: ({ signal }) => unwrap(api.GET("/users/{id}", { params: { path: { id } }, signal })),
    }),
};

function fetchMessages(userId: number, cursor: string | undefined, signal: AbortSignal) {
  const params = { path: { userId }, query: { cursor } };
  return unwrapPage(api.GET("/api/contacts/{userId}/messages", { params, signal }));
}

export type Chat = InfiniteData<Page<Message>, string | undefined>;

/** Keeps older pages unless messages between them and the newest page are missing. */
function mergeNewest(chat: Chat, newest: Page<Message>): Chat {
  const oldest = Math.min(...newest.items.map(({ id }) => id));
  const isConnected = chat.pages.some(({ items }) => items.some(({ id }) => id >= oldest));
  if (!newest.next || !isConnected) return { pages: [newest], pageParams: [undefined] };
  const pages = chat.pages.map((page, index) => {
    const older = page.items.filter(({ id }) => id < oldest);
    return { ...page, items: index === 0 ? [...newest.items, ...older] : older };
  });
  return { ...chat, pages };
}
