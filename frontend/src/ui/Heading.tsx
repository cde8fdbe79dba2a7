import { useEffect, useEffectEvent, useRef, type ReactNode } from "react";
import { useLocation } from "react-router";

const SITE = "POST-UP";

/** The screen's h1: names the document and takes the focus after a navigation. */
export function Heading({ children, title }: { children: ReactNode; title?: string }) {
  const ref = useRef<HTMLHeadingElement>(null);
  const { key, hash } = useLocation();
  const name = title ?? String(children);
  // The first screen of a visit keeps the browser's own start; a link to a reply has its own focus.
  const arrive = useEffectEvent(() => {
    if (key !== "default" && !hash) ref.current?.focus({ preventScroll: true });
  });
  // A search or another order is the same screen still: its control keeps the focus.
  useEffect(() => {
    document.title = name === SITE ? SITE : `${name} · ${SITE}`;
    arrive();
  }, [name]);
  return (
    <h1 ref={ref} tabIndex={-1}>
      {children}
    </h1>
  );
}
