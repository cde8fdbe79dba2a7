import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { visit } from "../../../test/app";
import { answer, refuse, unreachable } from "../../../test/server";
import { post, signIn } from "../../../test/fixtures";
import { atForum } from "../../../test/forum";
import { atPost } from "../../../test/thread";

const QUESTION = "Are you sure you want to delete this post? This action cannot be undone.";

/** Opens the menu of a row and presses Delete. */
async function pressDelete(user: ReturnType<typeof visit>["user"]) {
  await user.click(await screen.findByRole("button", { name: "More actions" }));
  await user.click(await screen.findByRole("menuitem", { name: "Delete" }));
}

async function remove(user: ReturnType<typeof visit>["user"], press = pressDelete) {
  await press(user);
  const dialog = await screen.findByRole("dialog", { name: QUESTION });
  await user.click(within(dialog).getByRole("button", { name: "Delete" }));
}

test("a deletion asks for confirmation and removes the row", async () => {
  signIn();
  const { user } = atForum([post({ creator_username: "ann" })]);
  answer("delete", "/api/posts/{id}/delete", null, { status: 204 });
  await remove(user);
  expect(await screen.findByText("Post 11 was deleted.")).toBeVisible();
  await waitFor(() => expect(screen.queryByText("First tomatoes")).toBeNull());
});

test("Cancel deletes nothing", async () => {
  signIn();
  const { user } = atForum([post({ creator_username: "ann" })]);
  await pressDelete(user);
  const dialog = screen.getByRole("dialog");
  expect(document.getElementById("modal-container")).toContainElement(dialog);
  await user.click(within(dialog).getByRole("button", { name: "Cancel" }));
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(screen.getByText("First tomatoes")).toBeVisible();
});

test.each([
  [404, "Error: Post 11 was not found..."],
  [403, "Forbidden"],
])("a deletion refused with %d says so", async (status, sentence) => {
  signIn();
  const { user } = atForum([post({ creator_username: "ann" })]);
  refuse("delete", "/api/posts/{id}/delete", status, { title: "Forbidden" });
  await remove(user);
  expect(await screen.findByRole("alert")).toHaveTextContent(sentence);
});

test("a deletion shows that the server is unreachable", async () => {
  signIn();
  const { user } = atForum([post({ creator_username: "ann" })]);
  unreachable("delete", "/api/posts/{id}/delete");
  await remove(user);
  expect(await screen.findByRole("alert")).toHaveTextContent("Server could not be reached.");
});

test.each([
  ["a stranger", "eve", [], "ROLE_USER", null],
  ["the author", "bob", [], "ROLE_USER", "Delete"],
  ["a moderator", "eve", [7], "ROLE_MODERATOR", "Remove"],
  ["an admin", "eve", [], "ROLE_ADMIN", "Remove"],
])("who may delete or remove a post: %s", async (_, username, access, role, word) => {
  signIn({ username, authorities: [{ name: role }] }, access);
  atPost();
  await screen.findByRole("heading", { name: "First tomatoes" });
  for (const name of ["Delete", "Remove"])
    expect(screen.queryByRole("button", { name }) !== null).toBe(name === word);
  expect(screen.queryByRole("link", { name: "Edit" }) !== null).toBe(username === "bob");
});

test("a deleted post does not come back on Back", async () => {
  signIn({ username: "bob" });
  const { user, router } = atForum([post()]);
  answer("get", "/api/posts/{id}", post());
  answer("get", "/api/posts/{postId}/replies", []);
  answer("delete", "/api/posts/{id}/delete", null, { status: 204 });
  await user.click(await screen.findByRole("link", { name: "First tomatoes" }));
  await screen.findByRole("heading", { name: "First tomatoes", level: 1 });
  answer("get", "/api/forum/{id}/posts", []);
  await remove(user, (at) => at.click(screen.getByRole("button", { name: "Delete" })));
  await screen.findByText("Wow, such empty!");
  const read = refuse("get", "/api/posts/{id}", 404);
  await act(() => router.navigate("/posts/11"));
  expect(await screen.findByRole("heading", { name: "Not found" })).toBeVisible();
  expect(screen.queryByText(/They are red/)).toBeNull();
  expect(read).toHaveLength(1);
});

test("a deleted row gives the focus to its neighbour", async () => {
  signIn();
  const { user } = atForum([
    post({ creator_username: "ann" }),
    post({ id: 12, title: "Second", creator_username: "bob" }),
  ]);
  answer("delete", "/api/posts/{id}/delete", null, { status: 204 });
  await remove(user);
  await waitFor(() => expect(screen.getByRole("link", { name: "Second" })).toHaveFocus());
});

test("in a list only the author can delete, not a moderator", async () => {
  signIn({}, [7]);
  atForum([post({ id: 1, creator_username: "ann" }), post({ id: 2, creator_username: "bob" })]);
  const [own, other] = await screen.findAllByRole("article");
  expect(await within(own!).findByRole("button", { name: "More actions" })).toBeVisible();
  expect(within(other!).queryByRole("button", { name: "More actions" })).toBeNull();
});
