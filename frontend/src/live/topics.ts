import { useEffect } from "react";
import { createStore } from "../ui/store";

/** What this tab follows, once for each component: `posts`, `forum:{id}`, `post:{id}`. */
export const topics = createStore<readonly string[]>([]);

/** Follows a topic of the stream while the component is mounted. */
export function useTopic(topic: string): void {
  useEffect(() => {
    topics.set([...topics.get(), topic]);
    return () => topics.set(topics.get().toSpliced(topics.get().indexOf(topic), 1));
  }, [topic]);
}
