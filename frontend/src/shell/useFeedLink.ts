import { useEffect } from "react";
import { useLocation } from "react-router";

/** What has a feed of its own: a forum, a member. */
const SUBJECT = /^\/(?:forums\/\d+|u\/[^/]+)(?=\/|$)/;

/** Keeps the document's link to a feed: the one of what is on the screen, else the one of the site. */
export function useFeedLink(): void {
  const { pathname } = useLocation();
  useEffect(() => {
    const [subject = ""] = SUBJECT.exec(pathname) ?? [];
    document
      .querySelector('link[rel="alternate"][type="application/atom+xml"]')
      ?.setAttribute("href", `${subject}/feed.atom`);
  }, [pathname]);
}
