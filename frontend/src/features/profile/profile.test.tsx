import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { visit } from "../../../test/app";
import { ann, post, profile, reply, signIn } from "../../../test/fixtures";
import { answer, refuse } from "../../../test/server";

test("a profile shows who a member is and what they posted", async () => {
  answer("get", "/api/people/{username}", profile({ moderates: [{ id: 7, topic: "Gardening" }] }));
  answer("get", "/api/people/{username}/posts", [post()]);
  visit("/u/bob");
  expect(await screen.findByRole("heading", { level: 1, name: "bob" })).toBeVisible();
  expect(screen.getByText("Moderator")).toBeVisible();
  expect(screen.getByText("12 posts")).toBeVisible();
  expect(screen.getByText("I grow tea.")).toBeVisible();
  const moderates = within(screen.getByRole("heading", { name: "Moderates" }).parentElement!);
  expect(moderates.getByRole("link", { name: "Gardening" })).toHaveAttribute("href", "/forums/7");
  expect(await screen.findByText("First tomatoes")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Edit" })).toBeNull();
  expect(screen.queryByRole("link", { name: "Message" })).toBeNull();
});

test("a profile shows the member's own held posts", async () => {
  signIn();
  const held = post({ id: 12, title: "Cheap ropes", held: true, creator_username: "ann" });
  const calls = answer("get", "/api/posts/held", [held]);
  answer("get", "/api/people/{username}", ({ url }) =>
    profile({ username: url.pathname.split("/").at(-1)! }),
  );
  answer("get", "/api/people/{username}/posts", [post()]);
  const { user } = visit("/u/ann");
  const own = within(await screen.findByRole("region", { name: "Awaiting approval" }));
  expect(own.getByRole("link", { name: "Cheap ropes" })).toHaveAttribute("href", "/posts/12");
  expect(await own.findByText("Awaiting approval", { ignore: "h2" })).toBeVisible();
  expect(own.queryByRole("button", { name: /vote/i })).toBeNull();
  await user.click(await own.findByRole("button", { name: "More actions" }));
  expect(await own.findByRole("menuitem", { name: "Delete" })).toBeVisible();
  expect(own.queryByRole("menuitem", { name: "Edit" })).toBeNull();
  visit("/u/bob");
  expect(await screen.findByRole("heading", { level: 1, name: "bob" })).toBeVisible();
  expect(calls).toHaveLength(1);
});

test("a profile's replies have a URL and link to their threads", async () => {
  answer("get", "/api/people/{username}", profile());
  answer("get", "/api/people/{username}/posts", []);
  answer("get", "/api/people/{username}/replies", [{ ...reply(), postTitle: "First tomatoes" }]);
  const { user, address } = visit("/u/bob");
  await user.click(await screen.findByRole("link", { name: "Replies" }));
  const link = await screen.findByRole("link", { name: "First tomatoes" });
  expect(address()).toBe("/u/bob/replies");
  expect(link).toHaveAttribute("href", `/posts/${reply().postId}#reply-${reply().id}`);
});

test("a member writes about themselves; a refusal keeps the text", async () => {
  signIn();
  const own = profile({ id: ann().id, username: "ann", about: "", about_html: "" });
  answer("get", "/api/people/{username}", own);
  answer("get", "/api/people/{username}/posts", []);
  refuse("put", "/api/user/{id}/about", 422, {
    errors: [{ field: "about", message: "Too long." }],
  });
  const { user } = visit("/u/ann");
  await user.click(await screen.findByRole("button", { name: "Edit" }));
  await user.type(screen.getByRole("textbox", { name: "About you" }), "Tea and boats");
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Too long.")).toBeVisible();
  expect(screen.getByRole("textbox", { name: "About you" })).toHaveValue("Tea and boats");
  const about = { about: "Tea and boats", about_html: "<p>Tea and boats</p>" };
  const calls = answer("put", "/api/user/{id}/about", { ...own, ...about });
  await user.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(screen.queryByRole("textbox")).toBeNull());
  expect(await calls[0]?.body).toEqual({ about: "Tea and boats" });
  expect(screen.getByText("Tea and boats")).toBeVisible();
});

test("a draft of the About text is on all devices", async () => {
  signIn();
  const own = profile({ id: ann().id, username: "ann", about: "Tea", about_html: "<p>Tea</p>" });
  answer("get", "/api/people/{username}", own);
  answer("get", "/api/people/{username}/posts", []);
  const puts = answer("put", "/api/drafts/{key}", {
    key: "about",
    version: 1,
    updatedAt: "2026-11-20T10:00:00Z",
    data: "",
  });
  const first = visit("/u/ann");
  await first.user.click(await screen.findByRole("button", { name: "Edit" }));
  const box = screen.getByRole("textbox", { name: "About you" });
  expect(box).toHaveFocus();
  await first.user.type(box, " and boats");
  await waitFor(() => expect(puts).toHaveLength(1), { timeout: 2_500 });
  expect(puts[0]?.url.pathname).toBe("/api/drafts/about");
  const sent = puts[0]?.body as { data: string } | undefined;
  expect(JSON.parse(sent?.data ?? "")).toMatchObject({
    to: "/u/ann",
    fields: { text: { text: "Tea and boats", base: "Tea" } },
  });
  cleanup();
  visit("/u/ann");
  expect(await screen.findByText("Draft restored")).toBeVisible();
  expect(screen.getByRole("textbox", { name: "About you" })).toHaveValue("Tea and boats");
});

test("an unknown name shows an error", async () => {
  refuse("get", "/api/people/{username}", 404);
  answer("get", "/api/people/{username}/posts", []);
  visit("/u/nobody");
  expect(await screen.findByText("There is no member with this name.")).toBeVisible();
});

test("a profile says who reads a closed forum that the member moderates", async () => {
  const moderates = [{ id: 7, topic: "Staff", visibility: "private" as const }];
  answer("get", "/api/people/{username}", profile({ moderates }));
  answer("get", "/api/people/{username}/posts", []);
  visit("/u/bob");
  const item = (await screen.findByRole("link", { name: "Staff" })).closest("li");
  await waitFor(() => expect(item).toHaveTextContent("StaffPrivate"));
});
