import { useEffect, useState } from "react";
import { postEvents } from "../features/posts/live";
import { replyEvents } from "../features/replies/live";
import { topics } from "../live/topics";
import { useFollow } from "../live/useFollow";

export { NewPosts } from "../features/posts/NewPosts";

/** The next screen has its topics within this time. */
const LINGER_MS = 5000;

const HANDLERS = [postEvents, replyEvents];

/** Keeps what a visitor reads fresh, on screens that have something to follow. */
export function VisitorUpdates() {
  useFollow(useHasTopics() ? "visitor" : undefined, HANDLERS);
  return null;
}

function useHasTopics(): boolean {
  const [hasTopics, setHasTopics] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const update = () => {
      clearTimeout(timer);
      if (topics.get().length > 0) setHasTopics(true);
      else timer = setTimeout(() => setHasTopics(false), LINGER_MS);
    };
    update();
    const unsubscribe = topics.subscribe(update);
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  }, []);
  return hasTopics;
}
