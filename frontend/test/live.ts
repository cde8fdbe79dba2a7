import { act } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { expect, vi } from "vitest";
import type { LiveEvents } from "../src/api/changes";
import { liveStatus } from "../src/api/liveStatus";
import { server } from "./server";

type Connection = { topics: string[]; lastId: string | null; token: string | null };

/** The app refetches posts at most 250 ms after an event. */
const SETTLE_MS = 300;
let settledAt = 0;

/** Waits until the app has acted on all events. */
export async function eventsSettle() {
  const remaining = settledAt - vi.getRealSystemTime();
  if (remaining > 0) await new Promise((resolve) => setTimeout(resolve, remaining));
}

/** Retries until the check passes, for long enough on a busy machine. */
export const eventually = (check: () => void) => vi.waitFor(check, { timeout: 10_000 });

/** A live stream that the test controls. */
export function liveServer() {
  const connections: Connection[] = [];
  let streams: ReadableStreamDefaultController<Uint8Array>[] = [];
  let id = 0;
  server.use(
    http.get("*/api/events", ({ request }) => {
      connections.push({
        topics: new URL(request.url).searchParams.get("topics")?.split(",") ?? [],
        lastId: request.headers.get("Last-Event-ID"),
        token: request.headers.get("Authorization"),
      });
      const body = new ReadableStream<Uint8Array>({
        start(stream) {
          streams.push(stream);
          // Reconnect at once.
          stream.enqueue(new TextEncoder().encode("retry: 1\n\n"));
          request.signal.addEventListener("abort", () => {
            streams = streams.filter((one) => one !== stream);
          });
        },
      });
      return new HttpResponse(body, { headers: { "Content-Type": "text/event-stream" } });
    }),
  );
  const write = (text: string) => {
    for (const stream of streams) stream.enqueue(new TextEncoder().encode(text));
  };
  return {
    connections,
    /** Waits until the stream is open and follows a topic. */
    async follows(topic?: string) {
      await eventually(() => {
        const last = connections.at(-1);
        if (topic) expect(last?.topics).toContain(topic);
        expect(liveStatus.get()).toBe("live");
        expect(streams).toHaveLength(1);
      });
    },
    async send<Name extends keyof LiveEvents>(name: Name, data: LiveEvents[Name]) {
      id += 1;
      settledAt = vi.getRealSystemTime() + SETTLE_MS;
      await act(async () => write(`id: ${id}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`));
    },
    write,
    /** Closes the connection, as a restart of the server does. */
    end() {
      for (const stream of streams.splice(0)) stream.close();
    },
  };
}
