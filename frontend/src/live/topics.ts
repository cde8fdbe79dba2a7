import { useEffect } from "react";

/** The number of components in this tab that follow each topic. */
const holders = new Map<string, number>();
const listeners = new Set<() => void>();

/** What this tab follows: `posts`, `forum:{id}`, `post:{id}`. */
export const topics = {
  get: () => [...holders.keys()],
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};

/** Follows a topic of the stream while the component is mounted. */
export function useTopic(topic: string): void {
  useEffect(() => {
    change(topic, 1);
    return () => change(topic, -1);
  }, [topic]);
}

function change(topic: string, by: number) {
  const count = (holders.get(topic) ?? 0) + by;
  if (count > 0) holders.set(topic, count);
  else holders.delete(topic);
  for (const notify of listeners) notify();
}
