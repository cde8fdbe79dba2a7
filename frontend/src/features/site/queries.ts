import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import { keys } from "../../api/queryKeys";
import type { Site } from "../../api/types";
import { site } from "../../ui/site";
import { show } from "../../ui/title";

export const siteQueries = {
  settings: () =>
    queryOptions({
      queryKey: keys.site,
      queryFn: ({ signal }) => unwrap(api.GET("/api/site", { signal })),
    }),
  pages: () =>
    queryOptions({
      queryKey: keys.pages,
      queryFn: ({ signal }) => unwrap(api.GET("/api/pages", { signal })),
    }),
  page: (slug: string) =>
    queryOptions({
      queryKey: [...keys.pages, slug],
      queryFn: ({ signal }) =>
        unwrap(api.GET("/api/pages/{slug}", { params: { path: { slug } }, signal })),
    }),
};

/** Shows another name at once. */
export function showSite({ name, tagline, registration }: Site): void {
  const [shown, isOpen] = [site.get(), registration === "open"];
  if (shown.name === name && shown.tagline === tagline && shown.isOpen === isOpen) return;
  site.set({ name, tagline, isOpen });
  show();
}
