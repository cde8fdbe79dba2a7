import { useEffect } from "react";
import { useLocation } from "react-router";

/** The screens with their own feed: forums and profiles. */
const SUBJECT = /^\/(?:forums\/\d+|u\/[^/]+)(?=\/|$)/;

/** Points the document's feed link to the feed of the screen, or else of the site. */
export function useFeedLink(): void {
  const { pathname } = useLocation();
  useEffect(() => {
    const [subject = ""] = SUBJECT.exec(pathname) ?? [];
    document
      .querySelector('link[rel="alternate"][type="application/atom+xml"]')
      ?.setAttribute("href", `${subject}/feed.atom`);
  }, [pathname]);
}
