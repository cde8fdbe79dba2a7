import { act, screen, waitFor } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { expect, test, vi } from "vitest";
import { visit } from "../../test/app";
import { ann, signIn } from "../../test/fixtures";
import { eventually, liveServer } from "../../test/live";
import { answer, refuse, server } from "../../test/server";
import { session } from "../api/session";
import { liveStatus } from "../api/liveStatus";

function atForums() {
  signIn();
  answer("get", "/forums", []);
  return visit("/forums");
}

test("a ban ends the session at once", async () => {
  const { follows, send } = liveServer();
  atForums();
  await follows();
  await send("session", { reason: "banned" });
  await screen.findByRole("heading", { name: "Please Sign In" });
  expect(await screen.findByRole("dialog")).toBeVisible();
  expect(session.get().token).toBe("");
});

test("the event of a ban loads its reason", async () => {
  const { follows, send } = liveServer();
  atForums();
  await follows();
  refuse("get", "/api/user/{id}", 403, { code: "banned", reason: "Spam in three forums" });
  await send("session", { reason: "banned" });
  const dialog = await screen.findByRole("dialog");
  expect(dialog).toHaveTextContent("Reason: Spam in three forums");
  expect(dialog).toHaveTextContent("The ban is permanent.");
});

test("a sign-out from elsewhere ends the session", async () => {
  const { follows, send } = liveServer();
  atForums();
  await follows();
  refuse("get", "/api/user/{id}", 401);
  await send("session", { reason: "signed-out" });
  await screen.findByRole("heading", { name: "Please Sign In" });
  expect(session.get().token).toBe("");
});

test("signing out other devices keeps this one", async () => {
  const { follows, send } = liveServer();
  atForums();
  await follows();
  const checked = answer("get", "/api/user/{id}", ann());
  await send("session", { reason: "signed-out" });
  await waitFor(() => expect(checked).toHaveLength(1));
  expect(session.get().token).not.toBe("");
});

test("a new role shows at once", async () => {
  const { follows, send } = liveServer();
  atForums();
  await follows();
  answer("get", "/api/user/{id}", ann({ authorities: [{ name: "ROLE_ADMIN" }] }));
  await send("session", { reason: "role" });
  expect(await screen.findByRole("link", { name: "ADMIN" })).toBeVisible();
});

test("a first stream that cannot connect is said after five seconds", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
  server.use(http.get("*/api/events", () => HttpResponse.error()));
  atForums();
  await eventually(() => expect(liveStatus.get()).toBe("connecting"));
  expect(screen.queryByText("Reconnecting…")).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  await eventually(() => expect(screen.getByText("Reconnecting…")).toBeVisible());
});

test("a stream that stays away is said after five seconds", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
  const { follows, end } = liveServer();
  atForums();
  await follows();
  expect(screen.queryByText("Reconnecting…")).toBeNull();
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("offline")));
  end();
  await eventually(async () => {
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    expect(screen.getByText("Reconnecting…")).toBeVisible();
  });
  vi.unstubAllGlobals();
  await eventually(() => expect(screen.queryByText("Reconnecting…")).toBeNull());
  expect(liveStatus.get()).toBe("live");
});
