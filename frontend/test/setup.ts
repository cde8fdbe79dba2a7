import "@testing-library/jest-dom/vitest";
import { cleanup, configure } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, beforeEach, vi } from "vitest";
import { queryClient } from "../src/api/queryClient";
import { session } from "../src/api/session";
import { question } from "../src/ui/confirm";
import { dismiss } from "../src/ui/notify";
import { loadParts } from "../src/shell/onDemand";
import { activateCatalog } from "../src/i18n";
import { loadCatalog } from "../src/locale";
import { inView } from "./browser";
import { eventsSettle } from "./live";
import { drafts, server } from "./server";

// However long a file of tests takes, its visitors follow no stream unless it says so.
vi.mock("../src/shell/hasStayed", () => ({ hasStayed: () => new Promise(() => undefined) }));

// A screen's chunk may take its time on a busy machine.
configure({ asyncUtilTimeout: 10_000 });

let unhandled: string[] = [];
server.events.on("request:unhandled", ({ request }) => {
  unhandled.push(`${request.method} ${request.url}`);
});

beforeAll(async () => activateCatalog(await loadCatalog("en")));
// As after the first paint, and after the first menu or dialog of a visit.
beforeAll(async () => void (await import("../src/shell/member")));
beforeAll(async () => void (await loadParts()));
beforeAll(() => server.listen({ onUnhandledFrame: "error" }));

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  session.clear();
  inView.reset();
});

afterEach(async () => {
  cleanup();
  vi.useRealTimers();
  queryClient.clear();
  await eventsSettle();
  // Requests sent at a test's end find its answers, not those of the next test.
  await new Promise((resolve) => setTimeout(resolve));
  // To the app a call that no test answers is only a server that is away: it must not pass for that.
  const calls = unhandled;
  unhandled = [];
  dismiss();
  question.set(null);
  server.resetHandlers();
  drafts.clear();
  vi.unstubAllGlobals();
  if (calls.length > 0) throw new Error(`No test answers ${calls.join(", ")}`);
});

afterAll(() => server.close());
