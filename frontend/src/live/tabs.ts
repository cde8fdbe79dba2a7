import type { StreamEvent } from "./events";
import { openStream, type StreamState } from "./stream";
import { topics } from "./topics";

/** The API takes no more. */
const MAX_TOPICS = 20;
/** A navigation changes topics several times; so long they settle. */
const SETTLE_MS = 150;
const REMEMBERED = 512;

type Message =
  | { kind: "event"; event: StreamEvent }
  | { kind: "gap" }
  | { kind: "state"; state: StreamState }
  /** A tab's topics; the leader answers with the state. */
  | { kind: "topics"; tab: string; topics: string[] }
  /** A new leader asks for everybody's topics. */
  | { kind: "leader" };

type Options = {
  /** The same for all tabs of one member. */
  name: string;
  onEvent: (event: StreamEvent) => void;
  onState: (state: StreamState) => void;
  onGap: () => void;
};

/**
 * One stream for all tabs of a browser: whichever tab holds the lock reads it and hands its events
 * on. When that tab closes, the next one takes the lock and goes on from the last event. Where a
 * browser lacks locks or channels, each tab has a stream of its own.
 */
export function shareStream({ name, onEvent, onState, onGap }: Options): () => void {
  // `crypto.randomUUID` needs HTTPS, which a forum of a home network may lack.
  const tab = String(Math.random());
  const isShared = "locks" in navigator && "BroadcastChannel" in globalThis;
  const channel = isShared ? new BroadcastChannel(name) : undefined;
  const closing = new AbortController();
  const topicsOfOthers = new Map<string, string[]>();
  const seen = createRecentSet(REMEMBERED);
  let lastId = "";
  let state: StreamState = "connecting";
  let stream: ReturnType<typeof openStream> | undefined;
  let isLeader = false;
  let settling: ReturnType<typeof setTimeout> | undefined;
  let opened = "";

  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin
  const post = (message: Message) => channel?.postMessage(message);

  function receive(event: StreamEvent) {
    lastId = event.id;
    // Two connections overlap while topics change.
    if (seen.add(`${event.id} ${event.name} ${event.data}`)) onEvent(event);
  }
  function changeState(next: StreamState) {
    state = next;
    onState(next);
  }
  const share = <Args extends unknown[]>(
    toMessage: (...args: Args) => Message,
    handle: (...args: Args) => void,
  ) => {
    return (...args: Args) => {
      post(toMessage(...args));
      handle(...args);
    };
  };

  function wanted(): string[] {
    return [...new Set([...topics.get(), ...[...topicsOfOthers.values()].flat()])]
      .slice(0, MAX_TOPICS)
      .toSorted();
  }

  function applyTopics() {
    clearTimeout(settling);
    settling = setTimeout(() => {
      if (closing.signal.aborted) return;
      const next = wanted().join();
      if (stream && next === opened) return;
      opened = next;
      if (stream) stream.changeTopics();
      else stream = openStream({ topics: wanted, ...streamHandlers }, lastId);
    }, SETTLE_MS);
  }
  const streamHandlers = {
    onEvent: share((event: StreamEvent): Message => ({ kind: "event", event }), receive),
    onState: share((state: StreamState): Message => ({ kind: "state", state }), changeState),
    onGap: share((): Message => ({ kind: "gap" }), onGap),
  };

  function lead() {
    isLeader = true;
    post({ kind: "leader" });
    applyTopics();
  }
  function tellTopics() {
    if (isLeader) applyTopics();
    else post({ kind: "topics", tab, topics: topics.get() });
  }
  function onMessage({ data }: MessageEvent<Message>) {
    switch (data.kind) {
      case "event":
        return receive(data.event);
      case "gap":
        return onGap();
      case "state":
        return changeState(data.state);
      case "leader":
        return tellTopics();
      case "topics":
        if (!isLeader) return;
        topicsOfOthers.set(data.tab, data.topics);
        post({ kind: "state", state });
        return applyTopics();
    }
  }

  channel?.addEventListener("message", onMessage);
  const unsubscribe = topics.subscribe(tellTopics);
  if (isShared) void holdLock(name, closing.signal, lead);
  else lead();
  tellTopics();

  return () => {
    closing.abort();
    unsubscribe();
    clearTimeout(settling);
    stream?.stop();
    if (!isLeader) post({ kind: "topics", tab, topics: [] });
    channel?.close();
  };
}

/** Runs `onHeld` once the lock is this tab's, and holds it until the signal. */
async function holdLock(name: string, signal: AbortSignal, onHeld: () => void) {
  try {
    await navigator.locks.request(name, { signal }, () => {
      if (signal.aborted) return undefined;
      onHeld();
      return new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
    });
  } catch {
    // Stopped while it waited.
  }
}

/** The latest so many texts; `add` returns whether a text is new. */
function createRecentSet(size: number) {
  const texts = new Set<string>();
  return {
    add(text: string): boolean {
      if (texts.has(text)) return false;
      texts.add(text);
      if (texts.size > size) texts.delete(texts.values().next().value ?? "");
      return true;
    },
  };
}
