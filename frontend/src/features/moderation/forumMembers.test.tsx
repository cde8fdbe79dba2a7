import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { visit } from "../../../test/app";
import { bob, forum, forumMember, signIn } from "../../../test/fixtures";
import { answer, refuse, twoPages } from "../../../test/server";
import { queryClient } from "../../api/queryClient";

const cleo = bob({ id: 4, username: "cleo" });

function atMembers(moderated: number[], address = "/forums/7/members") {
  signIn({}, moderated);
  answer("get", "/forums/{id}", forum({ topic: "Staff", visibility: "private" }));
  answer("get", "/api/forums/{id}/bans", []);
  answer("get", "/api/forums/{id}/members", [forumMember({ user: cleo, by: cleo }), forumMember()]);
  return visit(address);
}

async function confirmed(user: ReturnType<typeof visit>["user"], question: string, name: string) {
  const dialog = await screen.findByRole("dialog", { name: question });
  await user.click(within(dialog).getByRole("button", { name }));
  return dialog;
}

test("a member sees who else reads a private forum, and no moderators' tools", async () => {
  atMembers([]);
  const list = within(await screen.findByRole("list", { name: "Members" }));
  const [first, second] = list.getAllByRole("listitem");
  expect(first).toHaveTextContent(/cleo.*by invitation/);
  expect(second).toHaveTextContent(/bob.*Joined.*added by ada/);
  expect(await screen.findByText("Private")).toBeVisible();
  expect(screen.queryByRole("button", { name: /^(Remove|Add|Ban|Create)/ })).toBeNull();
  expect(screen.queryByText(/^Only moderators/)).toBeNull();
});

test("a private forum's page leads to its members", async () => {
  signIn();
  answer("get", "/forums/{id}", forum({ visibility: "private" }));
  answer("get", "/api/forum/{id}/posts", []);
  visit("/forums/7");
  expect(await screen.findByRole("link", { name: "Members" })).toHaveAttribute(
    "href",
    "/forums/7/members",
  );
});

test("a search looks through all pages of members", async () => {
  const { user, address } = atMembers([]);
  await screen.findByRole("list", { name: "Members" });
  const zoe = forumMember({ user: bob({ id: 9, username: "Zoe" }) });
  answer(
    "get",
    "/api/forums/{id}/members",
    ({ url }) => [url.searchParams.has("cursor") ? zoe : forumMember()],
    { headers: twoPages },
  );
  void queryClient.invalidateQueries({ queryKey: ["moderation"] });
  await user.type(screen.getByRole("searchbox", { name: "Search members" }), "zo{Enter}");
  expect(address()).toBe("/forums/7/members?name=zo");
  const found = await screen.findByRole("link", { name: "Zoe" });
  expect(found).toHaveAttribute("href", "/u/Zoe");
  expect(screen.queryByRole("link", { name: "bob" })).toBeNull();
});

test("nobody found is said in words", async () => {
  atMembers([], "/forums/7/members?name=nobody");
  expect(await screen.findByText("No member has this name.")).toBeVisible();
});

test("a moderator adds somebody by name", async () => {
  const { user } = atMembers([7]);
  const asked = answer("get", "/users/filtered/{filter}", [bob({ id: 5, username: "dora" })]);
  const added = answer("put", "/api/forums/{id}/members/{userId}", forumMember());
  const field = await screen.findByRole("searchbox", { name: "Name" });
  await user.type(field, "dor");
  await user.click(await screen.findByRole("button", { name: "Add dora" }));
  expect(await screen.findByText("dora is a member of this forum now.")).toBeVisible();
  expect(asked.at(-1)?.url.pathname).toBe("/users/filtered/dor");
  expect(added[0]?.url.pathname).toBe("/api/forums/7/members/5");
  expect(field).toHaveValue("");
});

test("Enter adds who is called that, and nobody else", async () => {
  const { user } = atMembers([7]);
  answer("get", "/users/filtered/{filter}", [bob({ id: 5, username: "Dora" })]);
  const added = answer("put", "/api/forums/{id}/members/{userId}", forumMember());
  const field = await screen.findByRole("searchbox", { name: "Name" });
  await user.type(field, "dor");
  await screen.findByRole("button", { name: "Add Dora" });
  await user.type(field, "{Enter}");
  expect(added).toHaveLength(0);
  await user.type(field, "a{Enter}");
  await waitFor(() => expect(added).toHaveLength(1));
});

test("a refusal to add says why, and an unknown name that nobody has it", async () => {
  const { user } = atMembers([7]);
  answer("get", "/users/filtered/{filter}", [bob()]);
  const detail = "This user is banned from the forum.";
  refuse("put", "/api/forums/{id}/members/{userId}", 422, { code: "user-banned", detail });
  const field = await screen.findByRole("searchbox", { name: "Name" });
  await user.type(field, "bob");
  await user.click(await screen.findByRole("button", { name: "Add bob" }));
  expect(await screen.findByRole("alert")).toHaveTextContent(`Couldn't add bob.${detail}`);
  answer("get", "/users/filtered/{filter}", []);
  await user.type(field, "x");
  await waitFor(() => expect(field).toHaveAccessibleDescription("bobx not found."));
});

test("a moderator removes a member after a confirmation", async () => {
  const { user } = atMembers([7]);
  const calls = answer("delete", "/api/forums/{id}/members/{userId}", null, { status: 204 });
  await user.click(await screen.findByRole("button", { name: "Remove cleo" }));
  answer("get", "/api/forums/{id}/members", [forumMember()]);
  await confirmed(user, "Remove cleo from this forum?", "Remove");
  await waitFor(() => expect(screen.queryByRole("button", { name: "Remove cleo" })).toBeNull());
  expect(calls[0]?.url.pathname).toBe("/api/forums/7/members/4");
});

test("a moderator revokes one invitation", async () => {
  const invite = { id: 3, by: "ada", until: "2031-05-04T10:00:00Z" };
  answer("get", "/api/forums/{id}/invites", [invite]);
  const revoked = answer("delete", "/api/forums/{id}/invites/{inviteId}", null, { status: 204 });
  const { user } = atMembers([7]);
  await user.click(await screen.findByRole("button", { name: "Revoke" }));
  answer("get", "/api/forums/{id}/invites", []);
  await confirmed(user, "Revoke this invitation?", "Revoke");
  expect(await screen.findByText("No open invitations.")).toBeVisible();
  expect(revoked[0]?.url.pathname).toBe("/api/forums/7/invites/3");
});

test("a moderator makes a link that ends, and ends all", async () => {
  const { user } = atMembers([7]);
  const url = "/forums/join?code=00112233445566778899aabbccddeeff";
  const made = answer(
    "post",
    "/api/forums/{id}/invites",
    { url, until: "2031-05-04T10:00:00Z" },
    { status: 201 },
  );
  await user.selectOptions(await screen.findByRole("combobox", { name: "Ends after" }), "14 days");
  await user.click(screen.getByRole("button", { name: "Create invitation" }));
  const link = await screen.findByRole("textbox", { name: "Invitation link" });
  expect(link).toHaveValue(location.origin + url);
  expect(link).toHaveAccessibleDescription(/^Valid until May 4, 2031/);
  expect(made[0]?.body).toEqual({ days: 14 });
  const ended = answer("delete", "/api/forums/{id}/invites", null, { status: 204 });
  await user.click(screen.getByRole("button", { name: "End all invitations" }));
  await confirmed(user, "End all invitations to this forum?", "End all");
  expect(await screen.findByText("All invitations to this forum have ended.")).toBeVisible();
  expect(ended[0]?.url.pathname).toBe("/api/forums/7/invites");
  expect(screen.queryByRole("textbox", { name: "Invitation link" })).toBeNull();
});

test("who leaves is led away and finds nothing of the forum", async () => {
  const { user, address, router } = atMembers([]);
  answer("get", "/forums", []);
  const calls = answer("delete", "/api/forums/{id}/members/{userId}", null, { status: 204 });
  await user.click(await screen.findByRole("button", { name: "Leave this forum" }));
  refuse("get", "/forums/{id}", 404);
  answer("get", "/api/forum/{id}/posts", []);
  await confirmed(user, "Leave Staff?", "Leave");
  expect(await screen.findByText("You left Staff.")).toBeVisible();
  expect(address()).toBe("/forums");
  expect(calls[0]?.url.pathname).toBe("/api/forums/7/members/1");
  await router.navigate("/forums/7");
  // It is read anew once what was known of the forum is forgotten.
  await waitFor(() => expect(screen.getByRole("heading", { name: "Not found" })).toBeVisible());
});
