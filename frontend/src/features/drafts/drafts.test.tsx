import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { visit } from "../../../test/app";
import { post, reply, signIn } from "../../../test/fixtures";
import { answer, refuse, twoPages } from "../../../test/server";
import type { ServerDraft } from "../../api/types";

beforeEach(() => signIn());

const draft = (key: string, to: string, about: string, fields: object): ServerDraft => ({
  key,
  version: 2,
  updatedAt: "2026-11-20T10:00:00Z",
  data: JSON.stringify({ to, about, fields }),
});
const answerTo = draft("reply-11-21", "/posts/11#reply-21", "First tomatoes", {
  text: { text: "So **red**", base: "" },
});
const REMOVED = reply({ deleted: true });

test("drafts show their kind, title and beginning", async () => {
  answer("get", "/api/drafts", [
    answerTo,
    draft("post-in-7", "/forums/7/create-post", "", {
      title: { text: "Compost", base: "" },
      description: { text: "Turn it", base: "" },
    }),
    { ...answerTo, key: "of-another-client", data: "{" },
  ]);
  visit("/drafts");
  const [first, second, third] = await screen.findAllByRole("article");
  expect(first).toHaveTextContent(/New reply · .*First tomatoesSo \*\*red\*\*/);
  expect(second).toHaveTextContent(/New post · .*CompostTurn it/);
  expect(third).toHaveTextContent(/Draft · /);
});

test("drafts of all pages are listed", async () => {
  const calls = answer(
    "get",
    "/api/drafts",
    ({ url }) => [{ ...answerTo, key: `reply-11-${url.searchParams.get("cursor") ?? "a"}` }],
    { headers: twoPages },
  );
  visit("/drafts");
  expect(await screen.findAllByRole("article")).toHaveLength(2);
  expect(calls[0]?.url.searchParams.get("limit")).toBe("100");
});

test("Continue opens the box with the draft in it", async () => {
  answer("get", "/api/drafts", [answerTo]);
  answer("get", "/api/posts/{id}", post());
  answer("get", "/api/posts/{postId}/replies", [reply()]);
  answer("get", "/api/replies/{id}", reply());
  const { user, address } = visit("/drafts");
  await user.click(await screen.findByRole("button", { name: "Continue" }));
  expect(await screen.findByLabelText("Your reply")).toHaveValue("So **red**");
  expect(address()).toBe("/posts/11#reply-21");
});

test.each([
  ["a deleted post", "post-11", () => refuse("get", "/api/posts/{id}", 404)],
  ["a removed reply", "reply-11-21", () => answer("get", "/api/replies/{id}", REMOVED)],
  ["an own reply that was removed", "reply-edit-21", () => refuse("get", "/api/replies/{id}", 404)],
  ["a forum that is gone", "post-in-7", () => refuse("get", "/forums/{id}", 404)],
] as const)("the draft for %s is kept to be copied", async (_, key, end) => {
  answer("get", "/api/drafts", [{ ...answerTo, key }]);
  end();
  const { user, address } = visit("/drafts");
  await user.click(await screen.findByRole("button", { name: "Continue" }));
  expect(await screen.findByRole("alert")).toHaveTextContent("This draft can't be continued");
  expect(screen.queryByRole("button", { name: "Continue" })).toBeNull();
  expect(address()).toBe("/drafts");
  await user.click(screen.getByRole("button", { name: "Copy" }));
  expect(await navigator.clipboard.readText()).toBe("So **red**");
});

test("Copy copies all that was written", async () => {
  const title = { text: "Compost", base: "" };
  const description = { text: "Turn it", base: "" };
  answer("get", "/api/drafts", [draft("post-in-7", "", "", { title, description })]);
  const { user } = visit("/drafts");
  await user.click(await screen.findByRole("button", { name: "Copy" }));
  expect(await screen.findByText("Text copied.")).toBeVisible();
  expect(await navigator.clipboard.readText()).toBe("Compost\n\nTurn it");
});

test("a draft is discarded after a question", async () => {
  answer("get", "/api/drafts", [answerTo]);
  const removals = answer("delete", "/api/drafts/{key}", null, { status: 204 });
  const { user } = visit("/drafts");
  await user.click(await screen.findByRole("button", { name: "Discard" }));
  const dialog = await screen.findByRole("dialog", { name: "Discard this draft?" });
  await user.click(within(dialog).getByRole("button", { name: "Discard" }));
  expect(await screen.findByText("Wow, such empty!")).toBeVisible();
  expect(removals[0]?.url.pathname).toBe("/api/drafts/reply-11-21");
});

test("drafts that fail to load have a Retry button", async () => {
  refuse("get", "/api/drafts", 500);
  const { user } = visit("/drafts");
  await screen.findByText("Couldn't load drafts. Try again.");
  answer("get", "/api/drafts", []);
  await user.click(screen.getByRole("button", { name: "Retry" }));
  await waitFor(() => expect(screen.getByText("Wow, such empty!")).toBeVisible());
});
