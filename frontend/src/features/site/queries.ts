import { queryOptions } from "@tanstack/react-query";
import { api, unwrap, unwrapPage } from "../../api/client";
import { pages } from "../../api/pages";
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
  /** The invitations to register that serve, or those to a forum; the newest first. */
  invites: (forumId: number | undefined) =>
    pages([...keys.invites, forumId], (cursor, signal) => {
      const query = { cursor };
      return unwrapPage(
        forumId
          ? api.GET("/api/forums/{id}/invites", {
              params: { path: { id: forumId }, query },
              signal,
            })
          : api.GET("/api/invites", { params: { query }, signal }),
      );
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

/** Shows changed settings at once. */
export function showSite(settings: Site): void {
  const { name, tagline, registration, logo } = settings;
  const shown = site.get();
  // What a look of its own brought stays in charge until the next visit, to take it back.
  const hasFace = shown.hasFace || isFace(settings);
  const next = { name, tagline, isOpen: registration === "open", logo, hasFace };
  if (JSON.stringify(next) === JSON.stringify(shown)) return;
  site.set(next);
  show();
}

function isFace({ logo, icon, accent, language, footer, announcement, rules }: Site): boolean {
  const isPlain = !logo && !icon && !accent && !announcement && !rules && footer.length === 0;
  return !isPlain || language !== "en";
}
