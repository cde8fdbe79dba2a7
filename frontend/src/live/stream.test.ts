import { http, HttpResponse } from "msw";
import { afterEach, expect, test, vi } from "vitest";
import { signIn } from "../../test/fixtures";
import { eventually, liveServer } from "../../test/live";
import { answer, server } from "../../test/server";
import { session } from "../api/session";
import { openStream, reconnectDelay, type StreamEvent, type StreamState } from "./stream";

let stop = () => {};
afterEach(() => stop());

function open(topics: string[] = []) {
  signIn();
  const events: StreamEvent[] = [];
  const states: StreamState[] = [];
  let gaps = 0;
  const stream = openStream({
    topics: () => topics,
    onEvent: (event) => events.push(event),
    onState: (state) => states.push(state),
    onGap: () => (gaps += 1),
  });
  stop = stream.stop;
  return { events, states, gaps: () => gaps, topics, ...stream };
}

const opened = (states: StreamState[], times = 1) =>
  eventually(() => expect(states.filter((state) => state === "open")).toHaveLength(times));

test("the token is sent in a header, the topics in the address", async () => {
  const { connections } = liveServer();
  const { states } = open(["post:11", "posts"]);
  await opened(states);
  expect(connections).toEqual([
    { topics: ["post:11", "posts"], lastId: null, token: `Bearer ${session.get().token}` },
  ]);
});

test("events arrive as they are written", async () => {
  const { write } = liveServer();
  const { states, events } = open();
  await opened(states);
  write(": beat\n\nid: 7\nevent: re");
  write('ply\ndata: {"id":1}\n\n');
  await eventually(() => expect(events).toEqual([{ name: "reply", data: '{"id":1}', id: "7" }]));
});

test("a stream that ends is opened again from the last event", async () => {
  const { write, end, connections } = liveServer();
  const { states, events, gaps } = open();
  await opened(states);
  expect(gaps()).toBe(1);
  write("id: 7\ndata: 1\n\n");
  await eventually(() => expect(events).toHaveLength(1));
  end();
  await opened(states, 2);
  expect(states).toEqual(["open", "connecting", "open"]);
  expect(connections[1]?.lastId).toBe("7");
  expect(gaps()).toBe(1);
});

test("without an event to go on from, a gap is told", async () => {
  const { end } = liveServer();
  const { states, gaps } = open();
  await opened(states);
  end();
  await opened(states, 2);
  expect(gaps()).toBe(2);
});

test("other topics are followed before the old stream is left", async () => {
  const { connections, write } = liveServer();
  const { states, events, topics, changeTopics } = open(["posts"]);
  await opened(states);
  topics.push("post:11");
  changeTopics();
  await opened(states, 2);
  expect(states).not.toContain("connecting");
  expect(connections[1]?.topics).toEqual(["posts", "post:11"]);
  write("data: 1\n\n");
  await eventually(() => expect(events).toHaveLength(1));
});

test("a topic that is gone costs the member no event of their own", async () => {
  const asked: string[] = [];
  const { states } = (() => {
    server.use(
      http.get("*/api/events", ({ request }) => {
        const { search } = new URL(request.url);
        asked.push(search);
        return new HttpResponse(search ? null : ": beat\n\n", { status: search ? 404 : 200 });
      }),
    );
    return open(["post:11"]);
  })();
  await opened(states);
  expect(asked).toEqual(["?topics=post%3A11", ""]);
});

test("a server without a stream is asked once", async () => {
  const { states } = open();
  await eventually(() => expect(states).toEqual(["refused"]));
});

test("a refused session is checked", async () => {
  liveServer();
  // Once, because the stream may try again before the test looks.
  server.use(
    http.get("*/api/events", () => new HttpResponse(null, { status: 401 }), { once: true }),
  );
  const checked = answer("get", "/api/user/{id}", null);
  answer("get", "/moderation/user/{id}", []);
  open();
  await eventually(() => expect(checked).toHaveLength(1));
});

test("the first try is spread, the next ones back off to a minute", () => {
  const random = vi.spyOn(Math, "random").mockReturnValue(0);
  const least = [0, 1, 2, 9].map((failures) => reconnectDelay(failures, 2000));
  expect(least).toEqual([0, 4000, 8000, 30_000]);
  random.mockReturnValue(1);
  const most = [0, 1, 2, 9].map((failures) => reconnectDelay(failures, 2000));
  expect(most).toEqual([4000, 8000, 16_000, 60_000]);
});
