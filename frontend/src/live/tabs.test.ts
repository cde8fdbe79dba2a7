import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { signIn } from "../../test/fixtures";
import { eventually, liveServer } from "../../test/live";
import type { StreamState } from "./stream";
import { shareStream } from "./tabs";

let closeAll: (() => void)[] = [];
let channels: BroadcastChannel[] = [];
const frozen = new Set<BroadcastChannel>();

type Run = () => Promise<void> | undefined;

/** A lock that all tabs of a browser share. */
function fakeLocks() {
  let lose: (() => void) | undefined;
  const waiting: (() => void)[] = [];
  const take = (run: Run, resolve: (value: unknown) => void, reject: (reason: Error) => void) => {
    const lost = () => reject(new DOMException("stolen", "AbortError"));
    lose = lost;
    void Promise.resolve(run()).then(() => {
      resolve(undefined);
      if (lose !== lost) return;
      lose = undefined;
      waiting.shift()?.();
    });
  };
  const request = (_: string, { steal }: { steal?: boolean }, run: Run) =>
    new Promise((resolve, reject) => {
      if (steal) lose?.();
      if (lose && !steal) waiting.push(() => take(run, resolve, reject));
      else take(run, resolve, reject);
    });
  Object.assign(navigator, { locks: { request } });
}

beforeEach(() => {
  signIn();
  fakeLocks();
  channels = [];
  vi.stubGlobal(
    "BroadcastChannel",
    class extends BroadcastChannel {
      constructor(name: string) {
        super(name);
        channels.push(this);
        this.addEventListener("message", (event) => {
          if (frozen.has(this)) event.stopImmediatePropagation();
        });
      }
      override postMessage(message: unknown) {
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin
        if (!frozen.has(this)) super.postMessage(message);
      }
    },
  );
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

test("a tab takes over from one that the browser has frozen", async () => {
  const { connections, write } = liveServer();
  const [, two] = [openTab(), openTab()];
  await eventually(() => expect(two.states.at(-1)).toBe("open"));
  write("id: 1\ndata: first\n\n");
  await eventually(() => expect(two.events).toEqual(["first"]));
  // A frozen tab keeps its lock, and neither hears nor sends.
  frozen.add(channels[0]!);
  document.dispatchEvent(new Event("visibilitychange"));
  await eventually(() => expect(connections).toHaveLength(2));
  expect(connections[1]?.lastId).toBe("1");
  await eventually(() => {
    write("id: 2\ndata: second\n\n");
    expect(two.events).toEqual(["first", "second"]);
  });
});

test("a leader that answers keeps the stream", async () => {
  const { connections } = liveServer();
  const [, two] = [openTab(), openTab()];
  await eventually(() => expect(two.states.at(-1)).toBe("open"));
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  document.dispatchEvent(new Event("visibilitychange"));
  vi.useRealTimers();
  await eventually(() => expect(two.states.length).toBeGreaterThan(1));
  expect(connections).toHaveLength(1);
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
