import { createParser } from "eventsource-parser";
import { API } from "../api/early";
import { refreshMe } from "../api/me";
import { session } from "../api/session";
import { isExpired } from "../api/token";

const RETRY_MS = 2000;
const MAX_RETRY_MS = 60_000;
/** The server sends a comment every 15 s; a connection without two of them is dead. */
const SILENCE_MS = 40_000;

/** An event as it came over the wire. */
export type StreamEvent = { name: string; data: string; id: string };

/** `refused`: the server has no stream. */
export type StreamState = "connecting" | "open" | "refused";

export type StreamOptions = {
  topics: () => readonly string[];
  onEvent: (event: StreamEvent) => void;
  onState: (state: StreamState) => void;
  /** Events may have been missed: the stream opened without an id to go on from. */
  onGap: () => void;
};

/**
 * A stream of events that reconnects whenever it ends. A change of topics opens the new connection before it
 * closes the old one.
 */
export function openStream(options: StreamOptions, resumeFrom = "") {
  let lastId = resumeFrom;
  let retryMs = RETRY_MS;
  let failures = 0;
  let isTopicRefused = false;
  let isStopped = false;
  let active: AbortController | undefined;
  let pending: AbortController | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const createEventParser = () =>
    createParser({
      onEvent({ event = "message", data, id = lastId }) {
        lastId = id;
        options.onEvent({ name: event, data, id });
      },
      onRetry: (milliseconds) => (retryMs = milliseconds),
    });

  function connect() {
    if (isStopped) return;
    clearTimeout(timer);
    pending?.abort();
    pending = new AbortController();
    void run(pending);
  }

  async function run(connection: AbortController) {
    try {
      const response = await request(connection.signal);
      if (pending !== connection) return;
      if (!response.ok || !response.body) return refuse(response.status);
      active?.abort();
      active = connection;
      pending = undefined;
      failures = 0;
      if (!lastId) options.onGap();
      options.onState("open");
      await readEvents(response.body, connection, createEventParser());
    } catch {
      // Out of reach, cut off, or closed by us.
    } finally {
      end(connection);
    }
  }

  function request(signal: AbortSignal): Promise<Response> {
    const { token } = session.get();
    if (token && isExpired(token)) throw new Error("signed out");
    const names = isTopicRefused ? [] : options.topics();
    const query = names.length > 0 ? `?topics=${names.map(encodeURIComponent).join(",")}` : "";
    const headers = {
      Accept: "text/event-stream",
      ...(token && { Authorization: `Bearer ${token}` }),
      ...(lastId && { "Last-Event-ID": lastId }),
    };
    return fetch(`${API}/api/events${query}`, { headers, signal, cache: "no-store" });
  }

  function refuse(status: number) {
    const hadTopics = !isTopicRefused && options.topics().length > 0;
    if ((status === 404 || status === 422) && hadTopics) {
      // A topic no longer exists: connect without topics, for the member's own events.
      isTopicRefused = true;
      return connect();
    }
    if (status === 404) {
      stop();
      options.onState("refused");
    }
    // The refresh ends the session if the server has.
    if (status === 401 || status === 403) void refreshMe();
    // Too many streams: wait until others of this account end.
    if (status === 429) failures = Math.max(failures, 5);
  }

  function end(connection: AbortController) {
    if (isStopped) return;
    if (pending === connection) pending = undefined;
    else if (active === connection) {
      active = undefined;
      options.onState("connecting");
    } else return;
    if (pending) return;
    clearTimeout(timer);
    timer = setTimeout(connect, reconnectDelay(failures, retryMs));
    failures += 1;
  }

  function stop() {
    isStopped = true;
    clearTimeout(timer);
    removeEventListener("online", connect);
    active?.abort();
    pending?.abort();
  }

  addEventListener("online", connect);
  connect();
  return {
    stop,
    /** Reconnects with the current topics. */
    changeTopics() {
      isTopicRefused = false;
      connect();
    },
  };
}

/** Reads events until the body ends; aborts a connection that stays silent. */
async function readEvents(
  body: ReadableStream<Uint8Array>,
  connection: AbortController,
  parser: ReturnType<typeof createParser>,
): Promise<void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let watchdog: ReturnType<typeof setTimeout> | undefined;
  try {
    for (;;) {
      watchdog = setTimeout(() => connection.abort(), SILENCE_MS);
      const { value, done } = await reader.read();
      clearTimeout(watchdog);
      if (done) return;
      parser.feed(decoder.decode(value, { stream: true }));
    }
  } finally {
    clearTimeout(watchdog);
  }
}

/**
 * The delay before the next try, in milliseconds. The first one is random, up to twice the server's `retry`,
 * so that not everybody reconnects at once after a restart; the rest back off.
 */
export function reconnectDelay(failures: number, retryMs: number): number {
  const spread = Math.min(2 * retryMs * 2 ** failures, MAX_RETRY_MS);
  return failures === 0 ? Math.random() * spread : spread / 2 + (Math.random() * spread) / 2;
}
