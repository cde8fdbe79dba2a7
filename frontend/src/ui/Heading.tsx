import { useEffect, useEffectEvent, useRef, type ReactNode } from "react";
import { useLocation } from "react-router";
import { setTitle } from "./title";

type Props = {
  children: ReactNode;
  title?: string;
  /** For names that people wrote. */
  dir?: "auto";
};

/** The screen's h1: names the document and takes the focus after a navigation. */
export function Heading({ children, title, dir }: Props) {
  const ref = useRef<HTMLHeadingElement>(null);
  const { key, hash } = useLocation();
  const name = title ?? String(children);
  const arrivedAt = useRef<string>(undefined);
  // A search or another order is still the same screen, so the focus stays on its control. It also stays
  // in a field while somebody types and the heading changes by itself.
  const arrive = useEffectEvent(() => {
    const isNavigation = arrivedAt.current !== key && !(arrivedAt.current && isTyping());
    arrivedAt.current = key;
    // The first screen of a visit keeps the browser's focus; a link to a reply sets its own.
    if (isNavigation && key !== "default" && !hash) ref.current?.focus({ preventScroll: true });
  });
  useEffect(() => {
    setTitle(name);
    arrive();
  }, [name]);
  return (
    <h1 ref={ref} tabIndex={-1} dir={dir}>
      {children}
    </h1>
  );
}

function isTyping() {
  return document.activeElement?.matches("input, textarea, select") ?? false;
}
