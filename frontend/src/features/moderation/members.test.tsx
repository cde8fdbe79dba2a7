import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { visit } from "../../../test/app";
import { bob, forum, forumBan, signIn } from "../../../test/fixtures";
import { answer, refuse } from "../../../test/server";

function atMembers(bans = [forumBan()]) {
  signIn({}, [7]);
  answer("get", "/forums/{id}", forum());
  answer("get", "/api/forums/{id}/bans", bans);
  answer("get", "/moderation/forum/{forumId}", [bob({ id: 3, username: "eve" })]);
  const listed = answer("get", "/moderation/forum/{forumId}/promotable", [
    bob({ id: 4, username: "cleo" }),
  ]);
  return { ...visit("/forums/7/members?keyword=c"), listed };
}

test("moderators see who is banned, until when, why and by whom", async () => {
  atMembers([
    forumBan(),
    forumBan({ user: bob({ id: 5, username: "dora" }), until: null, reason: null }),
  ]);
  const bans = within(await screen.findByRole("list", { name: "Bans" }));
  const [first, second] = bans.getAllByRole("listitem");
  expect(first).toHaveTextContent(/bob.*until May 4, 2031.*by ann.*Spam in two threads/);
  expect(within(first!).getByRole("link", { name: "ann" })).toHaveAttribute("href", "/u/ann");
  expect(second).toHaveTextContent(/dora.*permanent/);
  expect(await screen.findByRole("button", { name: "Remove eve" })).toBeVisible();
});

test("nobody is listed for a ban before somebody is looked for", async () => {
  const { router, listed } = atMembers();
  expect(await screen.findByRole("button", { name: "Ban cleo" })).toBeVisible();
  await act(() => router.navigate("/forums/7/members"));
  expect(screen.getByRole("searchbox", { name: "Search members" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "Ban cleo" })).toBeNull();
  expect(listed).toHaveLength(1);
});

test("admins, whom nobody bans, are not among those who can be banned", async () => {
  const { listed } = atMembers();
  expect(await screen.findByRole("button", { name: "Ban cleo" })).toBeVisible();
  expect(listed[0]?.url.searchParams.get("bannable")).toBe("true");
});

test("a moderator bans a member from the forum with days and a reason", async () => {
  const { user } = atMembers([]);
  expect(await screen.findByText("Nobody is banned from this forum.")).toBeVisible();
  const calls = answer("put", "/api/forums/{id}/bans/{userId}", forumBan());
  await user.click(await screen.findByRole("button", { name: "Ban cleo" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Ban cleo from this forum?" }));
  await user.selectOptions(dialog.getByRole("combobox", { name: "Duration" }), "7");
  await user.type(dialog.getByRole("textbox", { name: "Reason (optional)" }), "Spam");
  answer("get", "/api/forums/{id}/bans", [forumBan({ user: bob({ id: 4, username: "cleo" }) })]);
  await user.click(dialog.getByRole("button", { name: "Ban" }));
  expect(await screen.findByText("cleo is banned from this forum.")).toBeVisible();
  expect(calls[0]?.url.pathname).toBe("/api/forums/7/bans/4");
  expect(calls[0]?.body).toEqual({ days: 7, reason: "Spam" });
  expect(await screen.findByRole("button", { name: "Unban cleo" })).toBeVisible();
});

test("an unban asks for confirmation and shows a refusal", async () => {
  const { user } = atMembers();
  refuse("delete", "/api/forums/{id}/bans/{userId}", 403, { detail: "Not yours." });
  const lift = async () => {
    await user.click(await screen.findByRole("button", { name: "Unban bob" }));
    const dialog = await screen.findByRole("dialog", {
      name: "Unban bob from this forum?",
    });
    await user.click(within(dialog).getByRole("button", { name: "Unban" }));
  };
  await lift();
  expect(await screen.findByRole("alert")).toHaveTextContent("Failed to unban bob.Not yours.");
  const calls = answer("delete", "/api/forums/{id}/bans/{userId}", null, { status: 204 });
  answer("get", "/api/forums/{id}/bans", []);
  await lift();
  expect(await screen.findByText("bob is unbanned from this forum.")).toBeVisible();
  expect(calls[0]?.url.pathname).toBe("/api/forums/7/bans/2");
  await waitFor(() => expect(screen.getByRole("heading", { level: 1 })).toHaveFocus());
});

test("whoever does not moderate the forum is told so", async () => {
  signIn({}, [8]);
  answer("get", "/forums/{id}", forum());
  visit("/forums/7/members");
  expect(
    await screen.findByText("Only moderators of this forum and admins can see this."),
  ).toBeVisible();
});
