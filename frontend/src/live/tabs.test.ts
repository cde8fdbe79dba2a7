import { afterEach, beforeEach, expect, test } from "vitest";
import { signIn } from "../../test/fixtures";
import { eventually, liveServer } from "../../test/live";
import type { StreamState } from "./stream";
import { shareStream } from "./tabs";

let closeAll: (() => void)[] = [];
let waiting: (() => void)[] = [];

/** A lock that all tabs of a browser share. */
function fakeLocks() {
  let isHeld = false;
  const take = (run: () => Promise<void> | undefined, resolve: (value: unknown) => void) => {
    isHeld = true;
    void Promise.resolve(run()).then(() => {
      isHeld = false;
      resolve(undefined);
      waiting.shift()?.();
    });
  };
  const request = (_: string, __: object, run: () => Promise<void> | undefined) =>
    new Promise((resolve) => {
      if (isHeld) waiting.push(() => take(run, resolve));
      else take(run, resolve);
    });
  Object.assign(navigator, { locks: { request } });
}

beforeEach(() => {
  signIn();
  waiting = [];
  fakeLocks();
});
afterEach(() => {
  for (const close of closeAll) close();
  closeAll = [];
  delete (navigator as { locks?: unknown }).locks;
});

function openTab() {
  const events: string[] = [];
  const states: StreamState[] = [];
  const close = shareStream({
    name: "test",
    onEvent: ({ data }) => events.push(data),
    onState: (state) => states.push(state),
    onGap() {},
  });
  closeAll.push(close);
  return { events, states, close };
}

test("all tabs share one stream", async () => {
  const { connections, write } = liveServer();
  const [one, two] = [openTab(), openTab()];
  await eventually(() => expect(two.states.at(-1)).toBe("open"));
  write("id: 1\ndata: news\n\n");
  await eventually(() => expect(two.events).toEqual(["news"]));
  expect(one.events).toEqual(["news"]);
  expect(connections).toHaveLength(1);
});

test("the stream goes over to another tab when its own is closed", async () => {
  const { connections, write } = liveServer();
  const [one, two] = [openTab(), openTab()];
  await eventually(() => expect(two.states.at(-1)).toBe("open"));
  write("id: 1\ndata: first\n\n");
  await eventually(() => expect(two.events).toEqual(["first"]));
  one.close();
  await eventually(() => expect(connections).toHaveLength(2));
  expect(connections[1]?.lastId).toBe("1");
  await eventually(() => {
    write("id: 2\ndata: second\n\n");
    expect(two.events).toEqual(["first", "second"]);
  });
  expect(one.events).toEqual(["first"]);
});

test("a repeated event is handled once", async () => {
  const { write } = liveServer();
  const { events, states } = openTab();
  await eventually(() => expect(states.at(-1)).toBe("open"));
  write("id: 1\ndata: a\n\nid: 1\ndata: a\n\nid: 2\ndata: a\n\n");
  await eventually(() => expect(events).toEqual(["a", "a"]));
});

test("without locks each tab has its own stream", async () => {
  delete (navigator as { locks?: unknown }).locks;
  const { connections } = liveServer();
  const [one, two] = [openTab(), openTab()];
  await eventually(() => {
    expect(one.states.at(-1)).toBe("open");
    expect(two.states.at(-1)).toBe("open");
  });
  expect(connections).toHaveLength(2);
});
