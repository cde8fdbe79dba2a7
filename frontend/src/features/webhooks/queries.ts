import { queryOptions } from "@tanstack/react-query";
import { api, unwrap, unwrapPage } from "../../api/client";
import { pages } from "../../api/pages";
import { keys } from "../../api/queryKeys";

/** While something waits, its state may change at any moment. */
const LOOK_EVERY = 3_000;

/** Of a forum or, without one, of the site. */
export const webhookQueries = {
  list: (forum?: number) =>
    queryOptions({
      queryKey: [...keys.webhooks, { forum }],
      queryFn: ({ signal }) =>
        unwrap(api.GET("/api/webhooks", { params: { query: { forum } }, signal })),
    }),
  deliveries: (id: number) => ({
    ...pages([...keys.webhooks, "deliveries", id], (cursor, signal) => {
      const params = { path: { id }, query: { cursor } };
      return unwrapPage(api.GET("/api/webhooks/{id}/deliveries", { params, signal }));
    }),
    refetchInterval: ({ state }: { state: { data?: Loaded | undefined } }) =>
      state.data?.pages.some(({ items }) => items.some(({ status }) => status === "waiting"))
        ? LOOK_EVERY
        : false,
  }),
};

type Loaded = { pages: { items: { status: string }[] }[] };
