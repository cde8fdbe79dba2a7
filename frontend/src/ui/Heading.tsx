import { useEffect, useRef, type ReactNode } from "react";
import { useLocation } from "react-router";

const SITE = "POST-UP";

/** The screen's h1: names the document and takes the focus after a navigation. */
export function Heading({ children, title }: { children: ReactNode; title?: string }) {
  const ref = useRef<HTMLHeadingElement>(null);
  const { key, pathname, hash } = useLocation();
  // The first screen of a visit keeps the browser's own start.
  const here = useRef(key === "default" ? pathname : "");
  const name = title ?? String(children);
  useEffect(() => {
    document.title = name === SITE ? SITE : `${name} · ${SITE}`;
  }, [name]);
  useEffect(() => {
    // Another order or search is the same screen; a link to a reply has its own focus.
    if (here.current !== pathname && !hash) ref.current?.focus({ preventScroll: true });
    here.current = pathname;
  }, [pathname, hash]);
  return (
    <h1 ref={ref} tabIndex={-1}>
      {children}
    </h1>
  );
}
