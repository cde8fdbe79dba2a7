import "@testing-library/jest-dom/vitest";
import { cleanup, configure } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, beforeEach, vi } from "vitest";
import { noteReachable } from "../src/api/connection";
import { queryClient } from "../src/api/queryClient";
import { session } from "../src/api/session";
import { question } from "../src/ui/confirm";
import { dismiss } from "../src/ui/notify";
import { loadParts } from "../src/shell/onDemand";
import { activateCatalog } from "../src/i18n";
import { loadCatalog } from "../src/locale";
import { inView, setWidth } from "./browser";
import { eventsSettle } from "./live";
import { drafts, server } from "./server";

// Visitors open no live stream, however long a test file runs; shell/visitor.test.tsx replaces this.
vi.mock("../src/shell/hasStayed", () => ({ hasStayed: () => new Promise(() => undefined) }));

// A busy machine loads chunks slowly.
configure({ asyncUtilTimeout: 10_000 });

let unhandled: string[] = [];
server.events.on("request:unhandled", ({ request }) => {
  unhandled.push(`${request.method} ${request.url}`);
});

beforeAll(async () => activateCatalog(await loadCatalog("en")));
// Load the chunks that the app loads later, so that no test waits for them.
beforeAll(async () => void (await import("../src/shell/member")));
beforeAll(async () => void (await loadParts()));
beforeAll(() => server.listen({ onUnhandledFrame: "error" }));

// A call that outlives its test would be answered in the next one.
let ended = new AbortController();
beforeAll(() => {
  const send = globalThis.fetch;
  globalThis.fetch = (input, init) => {
    const request = new Request(
      typeof input === "string" ? new URL(input, location.href) : input,
      init,
    );
    return send(new Request(request, { signal: AbortSignal.any([request.signal, ended.signal]) }));
  };
  return () => void (globalThis.fetch = send);
});

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  session.clear();
  inView.reset();
  setWidth(1440);
  noteReachable();
});

afterEach(async () => {
  cleanup();
  vi.useRealTimers();
  // What a change does once it is answered would reach the next test.
  await vi.waitUntil(() => queryClient.isMutating() === 0, 5_000);
  ended.abort();
  ended = new AbortController();
  queryClient.clear();
  await eventsSettle();
  // Let the last requests reach this test's handlers, which are removed below.
  await new Promise((resolve) => setTimeout(resolve));
  // Fail the test if nothing answered a call; the app treats that as an unreachable server.
  const calls = unhandled;
  unhandled = [];
  dismiss();
  question.set(null);
  // Hears of an end of the session that nothing on a screen has heard of.
  session.onEnd(() => undefined)();
  server.resetHandlers();
  drafts.clear();
  vi.unstubAllGlobals();
  if (calls.length > 0) throw new Error(`No test answers ${calls.join(", ")}`);
});

afterAll(() => server.close());
