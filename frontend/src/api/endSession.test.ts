import { afterEach, expect, test, vi } from "vitest";
import { LATER } from "../../test/fixtures";
import { answer, unreachable } from "../../test/server";
import { endSession } from "./endSession";

const PATH = "/api/user/{id}/sessions/{sessionId}";

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const token = (claims: object) => `h.${btoa(JSON.stringify(claims))}.s`;

test("the session that the token names ends", async () => {
  const calls = answer("delete", PATH, null, { status: 204 });
  await endSession(token({ sub: "1", sid: 81_234_567_890 }), 1);
  expect(calls.map(({ url }) => url.pathname)).toEqual(["/api/user/1/sessions/81234567890"]);
});

test("a token that names none asks for nothing", async () => {
  const calls = answer("delete", PATH, null, { status: 204 });
  for (const other of [
    "",
    "token",
    "a.b.c",
    token({ sub: "1" }),
    token({ sid: "7" }),
    "h.bnVsbA.s",
  ])
    await endSession(other, 1);
  expect(calls).toEqual([]);
});

test.each([429, 503])("after a %i it is tried again when the server says", async (status) => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const refused = answer("delete", PATH, null, { status, headers: { "Retry-After": "60" } });
  const ended = endSession(token({ sid: 7, exp: LATER }), 1);
  await vi.waitFor(() => expect(refused).toHaveLength(1));
  const calls = answer("delete", PATH, null, { status: 204 });
  await vi.advanceTimersByTimeAsync(50_000);
  expect(calls).toEqual([]);
  await vi.advanceTimersByTimeAsync(11_000);
  await ended;
  expect([refused.length, calls.length]).toEqual([1, 1]);
});

test("without a network it is tried again once there is one", async () => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  const lost = unreachable("delete", PATH);
  const listening = vi.spyOn(window, "addEventListener");
  const ended = endSession(token({ sid: 7, exp: LATER }), 1);
  await vi.waitFor(() => expect(listening).toHaveBeenCalledWith("online", expect.anything()));
  const calls = answer("delete", PATH, null, { status: 204 });
  window.dispatchEvent(new Event("online"));
  await ended;
  expect([lost.length, calls.length]).toEqual([1, 1]);
});

test("it is tried no more when the token ends before, or the session did", async () => {
  const headers = { "Retry-After": "60" };
  const refused = answer("delete", PATH, null, { status: 429, headers });
  await endSession(token({ sid: 7, exp: Date.now() / 1_000 + 30 }), 1);
  expect(refused).toHaveLength(1);
  const gone = answer("delete", PATH, null, { status: 401 });
  await endSession(token({ sid: 7, exp: LATER }), 1);
  expect(gone).toHaveLength(1);
});
