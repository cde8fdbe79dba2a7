import { useEffect, useState } from "react";
import { postEvents } from "../features/posts/live";
import { replyEvents } from "../features/replies/live";
import { topics } from "../live/topics";
import { useFollow } from "../live/follow";
import { useWorker } from "./useWorker";

export { NewPosts } from "../features/posts/NewPosts";

/** A navigation has no topics for less than this time. */
const LINGER_MS = 5000;

const HANDLERS = [postEvents, replyEvents];

/** Follows the live stream for visitors, on screens with topics; registers the service worker. */
export function VisitorUpdates() {
  useWorker();
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
