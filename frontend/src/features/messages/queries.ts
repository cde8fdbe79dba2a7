import { queryOptions } from "@tanstack/react-query";
import { api, unwrap, unwrapPage } from "../../api/client";
import { pages } from "../../api/pages";

const keys = { all: ["messages"] as const };
/** Until live updates exist, what is on the screen asks again while it is visible. */
const POLL = { refetchInterval: 5000, refetchOnWindowFocus: "always" as const, staleTime: 0 };

export const messageQueries = {
  keys,
  contacts: () => ({
    ...pages([...keys.all, "contacts"], (cursor, signal) =>
      unwrapPage(api.GET("/api/contacts", { params: { query: { cursor } }, signal })),
    ),
    ...POLL,
  }),
  chat: (userId: number) => ({
    ...pages([...keys.all, "chat", userId], (cursor, signal) => {
      const params = { path: { userId }, query: { cursor } };
      return unwrapPage(api.GET("/api/contacts/{userId}/messages", { params, signal }));
    }),
    ...POLL,
  }),
  block: (userId: number) =>
    queryOptions({
      queryKey: [...keys.all, "block", userId],
      queryFn: ({ signal }) =>
        unwrap(api.GET("/api/contacts/{userId}/block", { params: { path: { userId } }, signal })),
    }),
  /** Everybody, or those whose name holds the words. */
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
