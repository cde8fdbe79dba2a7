import { screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { visit } from "../../../test/app";
import { answer, refuse } from "../../../test/server";
import { bob, forum, member, signIn } from "../../../test/fixtures";
import { findUser } from "./findUser";

const ADMIN = { authorities: [{ name: "ROLE_ADMIN" }] };

async function confirmed(user: ReturnType<typeof visit>["user"], question: string, action: string) {
  const dialog = await screen.findByRole("dialog", { name: question });
  await user.click(within(dialog).getByRole("button", { name: action }));
}

function atPromotion() {
  signIn({}, [7]);
  answer("get", "/forums/{id}", forum());
  answer("get", "/moderation/forum/{forumId}", [bob({ id: 3, username: "eve" })]);
  const calls = answer("get", "/moderation/forum/{forumId}/promotable", [bob()]);
  return { ...visit("/moderation/forum/7/promote"), calls };
}

test("a promoted moderator leaves the list after confirmation", async () => {
  const calls = answer("post", "/moderation/forum/{forumId}/promote", bob());
  const { user } = atPromotion();
  await user.click(await screen.findByRole("button", { name: "Promote bob" }));
  answer("get", "/moderation/forum/{forumId}/promotable", []);
  await confirmed(user, "Promote bob to moderator?", "Promote");
  expect(await screen.findByText("Wow, such empty!")).toBeVisible();
  expect(calls[0]?.body).toEqual({ username: "bob" });
});

test("a failed promotion names the member", async () => {
  refuse("post", "/moderation/forum/{forumId}/promote", 404);
  const { user } = atPromotion();
  await user.click(await screen.findByRole("button", { name: "Promote bob" }));
  await confirmed(user, "Promote bob to moderator?", "Promote");
  expect(await screen.findByRole("alert")).toHaveTextContent("bob not found.");
});

test("a moderator is removed after a confirmation", async () => {
  const calls = answer("delete", "/moderation/forum/{forumId}/moderators/{userId}", null, {
    status: 204,
  });
  const { user } = atPromotion();
  await user.click(await screen.findByRole("button", { name: "Remove eve" }));
  await confirmed(user, "Remove eve as a moderator?", "Remove");
  await waitFor(() => expect(calls[0]?.url.pathname).toBe("/moderation/forum/7/moderators/3"));
});

test("the search for members to promote is in the URL", async () => {
  const { user, calls, address } = atPromotion();
  await user.type(await screen.findByRole("searchbox"), "bo{Enter}");
  await waitFor(() => expect(address()).toBe("/moderation/forum/7/promote?keyword=bo"));
  await waitFor(() => expect(calls.at(-1)?.url.searchParams.get("keyword")).toBe("bo"));
});

test("whoever does not moderate the forum is told so", async () => {
  signIn({}, [8]);
  answer("get", "/forums/{id}", forum());
  visit("/moderation/forum/7/promote");
  expect(
    await screen.findByText("Only moderators of this forum and admins can promote members."),
  ).toBeVisible();
});

function atAdmin(users = [member()]) {
  signIn(ADMIN);
  const calls = answer("get", "/users/admin", users);
  return { ...visit("/users/admin"), calls };
}

test("an admin promotes to admin, and the promoted leaves the list", async () => {
  const calls = answer("put", "/moderation/user/{id}/promote/admin", member(ADMIN));
  const { user } = atAdmin();
  expect(await screen.findByRole("heading", { name: "Admin Access" })).toBeVisible();
  await user.click(await screen.findByRole("button", { name: "Promote bob" }));
  await confirmed(user, "Promote bob to admin?", "Promote");
  await waitFor(() => expect(screen.queryByText("bob")).toBeNull());
  expect(calls[0]?.url.pathname).toBe("/moderation/user/2/promote/admin");
  await waitFor(() => expect(screen.getByRole("heading", { level: 1 })).toHaveFocus());
});

test("an admin is demoted, but not the last one", async () => {
  const ada = member({ id: 5, username: "ada", ...ADMIN });
  signIn(ADMIN);
  answer("get", "/users/admin", ({ url }) => (url.searchParams.has("role") ? [ada] : []));
  refuse("put", "/moderation/user/{id}/demote", 422, { detail: "This is the last admin." });
  const { user, address } = visit("/users/admin");
  await user.click(await screen.findByRole("link", { name: "Admins" }));
  expect(address()).toBe("/users/admin?role=admin");
  const demote = await screen.findByRole("button", { name: "Demote ada" });
  await user.click(demote);
  await confirmed(user, "Demote ada? They will no longer be an admin.", "Demote");
  expect(await screen.findByText("Failed to demote ada.")).toBeVisible();
  expect(screen.getByText("This is the last admin.")).toBeVisible();
  const calls = answer("put", "/moderation/user/{id}/demote", member({ id: 5, username: "ada" }));
  await user.click(demote);
  await confirmed(user, "Demote ada? They will no longer be an admin.", "Demote");
  await waitFor(() => expect(screen.queryByText("ada")).toBeNull());
  expect(calls[0]?.url.pathname).toBe("/moderation/user/5/demote");
});

test("the users are a table of names, roles and actions", async () => {
  atAdmin([
    member(),
    member({ id: 3, username: "eve", authorities: [{ name: "ROLE_MODERATOR" }] }),
    member({ id: 4, username: "mallory", banned: true, authorities: [{ name: "ROLE_BANNED" }] }),
  ]);
  const table = within(await screen.findByRole("table", { name: "Users" }));
  const headers = table.getAllByRole("columnheader").map(({ textContent }) => textContent);
  expect(headers).toEqual(["User", "Role", "Actions"]);
  for (const [name, role] of [
    ["bob", "Member"],
    ["eve", "Moderator"],
    ["mallory", "Banned"],
  ] as const) {
    const row = table.getByRole("row", { name: new RegExp(name) });
    expect(within(row).getByRole("rowheader", { name })).toBeVisible();
    expect(within(row).getByRole("cell", { name: role })).toBeVisible();
  }
});

test("ban and unban ask for confirmation and replace each other", async () => {
  answer("put", "/user/{id}/ban", member({ banned: true, authorities: [{ name: "ROLE_BANNED" }] }));
  answer("put", "/user/{id}/unban", member());
  const { user } = atAdmin();
  await user.click(await screen.findByRole("button", { name: "Ban bob" }));
  await confirmed(user, "Ban bob?", "Ban");
  await user.click(await screen.findByRole("button", { name: "Unban bob" }));
  await confirmed(user, "Unban bob?", "Unban");
  expect(await screen.findByRole("button", { name: "Ban bob" })).toBeVisible();
});

test("a ban sends its days and reason", async () => {
  const calls = answer("put", "/user/{id}/ban", member({ banned: true }));
  const { user } = atAdmin();
  await user.click(await screen.findByRole("button", { name: "Ban bob" }));
  const dialog = await screen.findByRole("dialog", { name: "Ban bob?" });
  await user.selectOptions(within(dialog).getByLabelText("Duration"), "7 days");
  await user.type(within(dialog).getByLabelText("Reason (optional)"), " Spam ");
  await user.click(within(dialog).getByRole("button", { name: "Ban" }));
  await waitFor(() => expect(calls.map(({ body }) => body)).toEqual([{ days: 7, reason: "Spam" }]));
});

test("the search is in the URL", async () => {
  const { user, calls, address } = atAdmin();
  await user.type(await screen.findByRole("searchbox"), "bo{Enter}");
  await waitFor(() => expect(address()).toBe("/users/admin?keyword=bo"));
  await waitFor(() => expect(calls.at(-1)?.url.searchParams.get("keyword")).toBe("bo"));
});

test("only admins see the screen and send its requests", async () => {
  signIn({ authorities: [{ name: "ROLE_MODERATOR" }] }, [7]);
  visit("/users/admin");
  expect(await screen.findByText("Only admins can see this list.")).toBeVisible();
});

test("users that fail to load show an error", async () => {
  signIn(ADMIN);
  refuse("get", "/users/admin", 500);
  visit("/users/admin");
  expect(await screen.findByText("Error fetching users.")).toBeVisible();
});

test.each(["promotion", "ban", "unban"] as const)(
  "a name not found for %s goes to the console alone",
  (act) => {
    const error = vi.spyOn(console, "error").mockImplementation(() => {});
    expect(findUser([bob()], "nobody", act)).toBeUndefined();
    expect(error).toHaveBeenCalledWith(`User not found for ${act}`, "nobody");
  },
);
