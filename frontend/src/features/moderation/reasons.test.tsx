import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { visit } from "../../../test/app";
import { setWidth } from "../../../test/browser";
import { forum, post, profile, reply, report, signIn } from "../../../test/fixtures";
import { aQueue } from "../../../test/queue";
import { answer, unreachable } from "../../../test/server";

/** Opens a post by bob with a reply by bob, as an admin of that name. */
function atPost(username: string) {
  signIn({ username, authorities: [{ name: "ROLE_ADMIN" }] });
  answer("get", "/api/posts/{id}", post());
  answer("get", "/api/posts/{postId}/replies", [reply()]);
  answer("get", "/forums", []);
  answer("get", "/forums/{id}", forum());
  answer("get", "/api/forum/{id}/posts", []);
  return visit("/posts/11");
}

/** Presses Delete or Remove of the post or of its reply. */
async function press(user: ReturnType<typeof visit>["user"], which: "post" | "reply") {
  await screen.findByText("Well grown");
  const buttons = screen.getAllByRole("button", { name: /^(Delete|Remove)$/ });
  await user.click(buttons[which === "post" ? 0 : 1]!);
  return within(await screen.findByRole("dialog"));
}

test.each([
  ["post", "/api/posts/{id}/delete"],
  ["reply", "/api/replies/{id}"],
] as const)("deleting somebody else's %s asks for a reason", async (which, path) => {
  const calls = answer("delete", path, null, { status: 204 });
  const { user } = atPost("ada");
  const dialog = await press(user, which);
  const field = dialog.getByRole("textbox", { name: "Reason (optional)" });
  expect(field).toHaveAttribute("maxlength", "500");
  await user.type(field, " Off topic ");
  await user.click(dialog.getByRole("button", { name: "Remove" }));
  await waitFor(() => expect(calls[0]?.url.search).toBe("?reason=Off%20topic"));
});

test("a common reason is inserted before the typed text", async () => {
  const calls = answer("delete", "/api/replies/{id}", null, { status: 204 });
  const { user } = atPost("ada");
  const dialog = await press(user, "reply");
  expect(dialog.getByRole("heading", { name: "Remove this reply?" })).toBeVisible();
  expect(dialog.getByText(/moderators can restore it/)).toBeVisible();
  expect(dialog.queryByText(/cannot be undone/)).toBeNull();
  const prepared = within(dialog.getByRole("group", { name: "Common reasons" }));
  await user.click(prepared.getByRole("button", { name: "Spam" }));
  const field = dialog.getByRole("textbox", { name: "Reason (optional)" });
  expect(field).toHaveFocus();
  await user.click(prepared.getByRole("button", { name: "Off topic" }));
  expect(field).toHaveValue("Off topic");
  await user.clear(field);
  await user.type(field, "Sells phones");
  await user.click(prepared.getByRole("button", { name: "Spam" }));
  await user.click(dialog.getByRole("button", { name: "Remove" }));
  await waitFor(() => expect(calls[0]?.url.search).toBe("?reason=Spam%3A%20Sells%20phones"));
});

test("a blank reason is not sent, and Cancel sends nothing", async () => {
  const calls = answer("delete", "/api/replies/{id}", null, { status: 204 });
  const { user } = atPost("ada");
  const first = await press(user, "reply");
  await user.type(first.getByRole("textbox"), "Off topic");
  await user.click(first.getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  const second = await press(user, "reply");
  expect(second.getByRole("textbox")).toHaveValue("");
  await user.type(second.getByRole("textbox"), " ");
  await user.click(second.getByRole("button", { name: "Remove" }));
  await waitFor(() => expect(calls.map(({ url }) => url.search)).toEqual([""]));
});

test.each(["post", "reply"] as const)("nobody explains why the own %s goes", async (which) => {
  const { user } = atPost("bob");
  const dialog = await press(user, which);
  expect(dialog.queryByRole("textbox")).toBeNull();
});

test("an admin can say why a forum goes", async () => {
  signIn({ authorities: [{ name: "ROLE_ADMIN" }] });
  answer("get", "/forums", []);
  answer("get", "/forums/{id}", forum());
  answer("get", "/api/forum/{id}/posts", []);
  const calls = answer("delete", "/forums/{id}", null, { status: 204 });
  const { user } = visit("/forums/7");
  await user.click(await screen.findByRole("button", { name: "More actions" }));
  await user.click(screen.getByRole("menuitem", { name: "Delete" }));
  const dialog = within(await screen.findByRole("dialog"));
  await user.type(dialog.getByRole("textbox", { name: "Reason (optional)" }), "Empty");
  await user.click(dialog.getByRole("button", { name: "Delete" }));
  await waitFor(() => expect(calls[0]?.url.search).toBe("?reason=Empty"));
});

test("on a phone a moderator removes a reply from its menu", async () => {
  setWidth(390);
  const { user } = atPost("ada");
  await screen.findByText("Well grown");
  await user.click(screen.getAllByRole("button", { name: "More actions" }).at(-1)!);
  await user.click(screen.getByRole("menuitem", { name: "Remove" }));
  expect(await screen.findByRole("dialog", { name: "Remove this reply?" })).toBeVisible();
});

test("a removal that reaches no server keeps its dialog with the reason", async () => {
  unreachable("delete", "/api/replies/{id}");
  const { user } = atPost("ada");
  const dialog = await press(user, "reply");
  const field = dialog.getByRole("textbox", { name: "Reason (optional)" });
  await user.type(field, "Sells phones");
  await user.click(dialog.getByRole("button", { name: "Remove" }));
  expect(await dialog.findByRole("alert")).toBeVisible();
  expect(field).toHaveValue("Sells phones");
  const calls = answer("delete", "/api/replies/{id}", null, { status: 204 });
  await user.click(dialog.getByRole("button", { name: "Remove" }));
  expect(await screen.findByText("Reply removed.")).toBeVisible();
  expect(calls[0]?.url.search).toBe("?reason=Sells%20phones");
  expect(screen.queryByRole("dialog")).toBeNull();
  await waitFor(() => expect(document.getElementById("reply-21")).toHaveFocus());
});

test("the queue's Ban and Remove keep their reasons after a failure", async () => {
  signIn({}, [7]);
  aQueue(report());
  answer("get", "/api/people/{username}", profile({ id: 9, username: "bob" }));
  unreachable("put", "/api/forums/{id}/bans/{userId}");
  unreachable("delete", "/api/posts/{id}/delete");
  const { user } = visit("/moderation/queue");
  await user.type(await screen.findByRole("textbox", { name: "Note on the decision" }), "An ad");
  for (const [name, failed] of [
    ["Ban", "Failed to ban bob."],
    ["Remove", "Couldn't remove it."],
  ] as const) {
    await user.click(screen.getByRole("button", { name }));
    const dialog = within(await screen.findByRole("dialog"));
    const field = dialog.getByRole("textbox", { name: "Reason (optional)" });
    await user.clear(field);
    await user.type(field, "Third time");
    await user.click(dialog.getByRole("button", { name }));
    expect(await dialog.findByText(failed)).toBeVisible();
    expect(dialog.getByRole("alert")).toHaveTextContent("Your text is kept.");
    expect(field).toHaveValue("Third time");
    await user.click(dialog.getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  }
});
