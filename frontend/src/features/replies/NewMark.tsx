import { Trans } from "@lingui/react/macro";
import { useEffect, useRef } from "react";
import { Badge } from "../../ui/Badge";
import { readReplies } from "./threadState";

/** How long a reply must be in view to count as read. */
const READ_MS = 3000;

/** Marks a reply that is new since the last visit, until it has been read. */
export function NewMark({ id }: { id: number }) {
  const ref = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const observer = new IntersectionObserver((entries) => {
      clearTimeout(timer);
      if (entries.at(-1)?.isIntersecting) timer = setTimeout(() => readReplies.add(id), READ_MS);
    });
    if (ref.current) observer.observe(ref.current);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, [id]);
  return (
    <span ref={ref}>
      <Badge tone="accent">
        <Trans context="reply">New</Trans>
      </Badge>
    </span>
  );
}
