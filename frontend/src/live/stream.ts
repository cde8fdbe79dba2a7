import { API } from "../api/early";
import { refreshMe } from "../api/me";
import { session } from "../api/session";
import { isExpired } from "../api/token";
import { reconnectDelay } from "./backoff";
import type { StreamEvent } from "./events";
import { readEvents } from "./readEvents";

const RETRY_MS = 2000;

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
 * One stream of events, opened again whenever it ends. A change of topics opens the next connection
 * before it closes the one that is there.
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
  const output = {
    onEvent(event: StreamEvent) {
      lastId = event.id;
      options.onEvent(event);
    },
    onRetry: (milliseconds: number) => (retryMs = milliseconds),
  };

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
      await readEvents(response.body, connection, output);
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
      // One of them is gone; a member's own events come all the same.
      isTopicRefused = true;
      return connect();
    }
    if (status === 404) {
      stop();
      options.onState("refused");
    }
    // Whether the session has ended is found out, and acted on, there.
    if (status === 401 || status === 403) void refreshMe();
    // Too many streams: others of this account have to end first.
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
    /** Opens it anew for the topics that are wanted now. */
    changeTopics() {
      isTopicRefused = false;
      connect();
    },
  };
}
