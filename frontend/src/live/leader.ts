import { openStream, type StreamOptions } from "./stream";
import { topics } from "./topics";

/** The most topics that the API accepts. */
const MAX_TOPICS = 20;
/** A navigation changes topics several times within this time. */
const SETTLE_MS = 150;

/** Reads the stream for all tabs, with the topics of all of them. */
export function createLeader(handlers: Omit<StreamOptions, "topics">, lastId: string) {
  const topicsOfOthers = new Map<string, readonly string[]>();
  let stream: ReturnType<typeof openStream> | undefined;
  let settling: ReturnType<typeof setTimeout> | undefined;
  let followed = "";

  function wanted(): string[] {
    return [...new Set([...topics.get(), ...[...topicsOfOthers.values()].flat()])]
      .slice(0, MAX_TOPICS)
      .toSorted();
  }

  function apply() {
    const next = wanted().join();
    if (stream && next === followed) return;
    followed = next;
    if (stream) stream.changeTopics();
    else stream = openStream({ topics: wanted, ...handlers }, lastId);
  }

  function applyTopics() {
    clearTimeout(settling);
    settling = setTimeout(apply, SETTLE_MS);
  }

  applyTopics();
  return {
    applyTopics,
    setTopics(tab: string, names: readonly string[]) {
      topicsOfOthers.set(tab, names);
      applyTopics();
    },
    stop() {
      clearTimeout(settling);
      stream?.stop();
    },
  };
}
