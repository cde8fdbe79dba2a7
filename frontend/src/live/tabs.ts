import { openStream, type StreamEvent, type StreamOptions, type StreamState } from "./stream";
import { topics } from "./topics";

const REMEMBERED_EVENTS = 512;
/** The most topics that the API accepts. */
const MAX_TOPICS = 20;
/** A navigation changes topics several times within this time. */
const SETTLE_MS = 150;

/** How often a visible tab asks whether the leader is there, and how long it waits for the answer. */
const ASK_MS = 15_000;
const ANSWER_MS = 3000;

type Message =
  | { kind: "event"; event: StreamEvent }
  | { kind: "gap" }
  | { kind: "state"; state: StreamState }
  /** A tab's topics; the leader answers with the state. */
  | { kind: "topics"; tab: string; topics: string[] }
  /** A new leader asks for everybody's topics. */
  | { kind: "leader" };

type Options = {
  /** The same in all tabs of a member, or of a visitor. */
  name: string;
  onEvent: (event: StreamEvent) => void;
  onState: (state: StreamState) => void;
  onGap: () => void;
};

/**
 * Shares one stream between all tabs of a browser: the tab that holds the lock reads it and passes
 * its events on. When that tab closes, or no longer answers because the browser has frozen it, another one takes
 * the lock and resumes after the last event. Where a browser lacks locks or channels, each tab has a stream of its
 * own.
 */
export function shareStream({ name, onEvent, onState, onGap }: Options): () => void {
  // `crypto.randomUUID` needs HTTPS, which a forum of a home network may lack.
  const tab = String(Math.random());
  const isShared = "locks" in navigator && "BroadcastChannel" in globalThis;
  const channel = isShared ? new BroadcastChannel(name) : undefined;
  const seen = createRecentSet(REMEMBERED_EVENTS);
  let lastId = "";
  let state: StreamState = "connecting";
  let leader: ReturnType<typeof createLeader> | undefined;
  let answer: ReturnType<typeof setTimeout> | undefined;

  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin
  const post = (message: Message) => channel?.postMessage(message);

  /** What the leader passes on, and every tab acts on. */
  function receive(message: Message) {
    if (message.kind === "gap") onGap();
    if (message.kind === "state") {
      state = message.state;
      onState(state);
    }
    if (message.kind === "event") {
      const { id, name, data } = message.event;
      lastId = id;
      // Two connections overlap while topics change.
      if (seen.add(`${id} ${name} ${data}`)) onEvent(message.event);
    }
  }
  function share(message: Message) {
    post(message);
    receive(message);
  }
  function lead() {
    clearTimeout(answer);
    leader = createLeader(
      {
        onEvent: (event) => share({ kind: "event", event }),
        onState: (state) => share({ kind: "state", state }),
        onGap: () => share({ kind: "gap" }),
      },
      lastId,
    );
    post({ kind: "leader" });
  }
  /** Another tab took the lock, because this one was frozen. */
  function follow() {
    leader?.stop();
    leader = undefined;
    tellTopics();
  }
  function tellTopics() {
    if (leader) leader.applyTopics();
    else post({ kind: "topics", tab, topics: [...topics.get()] });
  }
  function onMessage({ data }: MessageEvent<Message>) {
    if (data.kind === "topics") {
      leader?.setTopics(data.tab, data.topics);
      if (leader) post({ kind: "state", state });
      return;
    }
    clearTimeout(answer);
    if (data.kind === "leader") tellTopics();
    else receive(data);
  }
  /** A hidden tab may be frozen itself; timers of a hidden leader are slow, but messages are not. */
  function askLeader() {
    if (leader || document.visibilityState === "hidden") return;
    tellTopics();
    clearTimeout(answer);
    answer = setTimeout(() => lock?.steal(), ANSWER_MS);
  }

  channel?.addEventListener("message", onMessage);
  const unsubscribe = topics.subscribe(tellTopics);
  const lock = isShared ? createLock(name, lead, follow) : undefined;
  if (!lock) lead();
  tellTopics();
  const asking = lock && setInterval(askLeader, ASK_MS);
  if (lock) document.addEventListener("visibilitychange", askLeader);

  return () => {
    clearInterval(asking);
    clearTimeout(answer);
    document.removeEventListener("visibilitychange", askLeader);
    unsubscribe();
    leader?.stop();
    if (!leader) post({ kind: "topics", tab, topics: [] });
    lock?.release();
    channel?.close();
  };
}

/** Waits for the lock that one tab holds. `onLost` runs when another tab steals it; this one then waits again. */
function createLock(name: string, onHeld: () => void, onLost: () => void) {
  let isReleased = false;
  let isHeld = false;
  let waiting = new AbortController();
  let release: (() => void) | undefined;

  function hold(): Promise<void> | undefined {
    if (isReleased) return undefined;
    isHeld = true;
    onHeld();
    return new Promise((resolve) => (release = resolve));
  }
  function wait() {
    waiting = new AbortController();
    navigator.locks.request(name, { signal: waiting.signal }, hold).catch(loseIfHeld);
  }
  function loseIfHeld() {
    if (!isHeld || isReleased) return;
    isHeld = false;
    onLost();
    wait();
  }

  wait();
  return {
    steal() {
      waiting.abort();
      navigator.locks.request(name, { steal: true }, hold).catch(loseIfHeld);
    },
    release() {
      isReleased = true;
      waiting.abort();
      release?.();
    },
  };
}

/** Reads the stream for all tabs, with the topics of all of them. */
function createLeader(handlers: Omit<StreamOptions, "topics">, lastId: string) {
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

/** Remembers the latest texts, at most `size`; `add` returns whether a text is new. */
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
