import { act, render, screen, waitFor } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { expect, test, vi } from "vitest";
import { visit } from "../../test/app";
import { forum } from "../../test/fixtures";
import { answer, server, SITE, unreachable } from "../../test/server";
import { AS_OF } from "../asOf";
import { connection } from "../api/connection";
import { ConnectionBar } from "./ConnectionBar";

const NOON = new Date();
NOON.setHours(12, 0, 0, 0);

test("an answer that the worker kept says of which time it is", async () => {
  const offline = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  const headers = { [AS_OF]: String(Number(NOON)) };
  answer("get", "/forums", [forum()], { headers });
  answer("get", "/api/site", SITE, { headers });
  visit("/forums");
  const bar = await screen.findByText(/^You are offline\. Shown as of 12:00\sPM\.$/);
  expect(bar.parentElement).toHaveAttribute("aria-live", "polite");
  offline.mockReturnValue(true);
  answer("get", "/api/site", SITE);
  const calls = answer("get", "/forums", []);
  act(() => void dispatchEvent(new Event("online")));
  await waitFor(() => expect(bar).not.toBeInTheDocument());
  await waitFor(() => expect(calls.length).toBeGreaterThan(0));
});

test("a server that does not answer is not called a missing network", async () => {
  for (const path of ["/forums", "/api/site", "/api/pages"] as const) unreachable("get", path);
  server.use(http.head("*", () => HttpResponse.error()));
  visit("/forums");
  expect(await screen.findByText(/^Server could not be reached\./)).toBeVisible();
});

test("a network that is lost after the server is called so", () => {
  const online = vi.spyOn(navigator, "onLine", "get").mockReturnValue(true);
  connection.set({ isLost: true, asOf: 0, isOutdated: false });
  render(<ConnectionBar />);
  expect(screen.getByText("Server could not be reached.")).toBeVisible();
  online.mockReturnValue(false);
  act(() => void dispatchEvent(new Event("offline")));
  expect(screen.getByText("You're offline.")).toBeVisible();
});

test("the oldest answer counts, and a day before today is named", () => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  connection.set({ isLost: true, asOf: Date.parse("2024-03-05T14:32:00"), isOutdated: false });
  render(<ConnectionBar />);
  expect(screen.getByText(/Shown as of Mar 5, 2024, 2:32\sPM/)).toBeVisible();
});
