import { focusManager } from "@tanstack/react-query";
import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { visit } from "../../../test/app";
import { queryClient } from "../../api/queryClient";
import { answer, refuse, unreachable } from "../../../test/server";
import { forum, post, signIn } from "../../../test/fixtures";

function atForum(posts = [post()], path = "/forums/7") {
  answer("get", "/forums/{id}", forum());
  const calls = answer("get", "/api/forum/{id}/posts", posts);
  return { ...visit(path), calls };
}

function atPost(change = {}) {
  answer("get", "/api/posts/{id}", post(change));
  answer("get", "/api/posts/{postId}/replies", []);
  return visit("/posts/11");
}

test("a row shows score, title, author, age and replies", async () => {
  atForum();
  const row = await screen.findByRole("article");
  expect(within(row).getByRole("link", { name: "First tomatoes" })).toHaveAttribute(
    "href",
    "/posts/11",
  );
  expect(within(row).getByTestId("score")).toHaveTextContent(/^2$/);
  expect(row).toHaveTextContent("bob");
  expect(row).toHaveTextContent(/ago/);
  expect(row).toHaveTextContent("2 replies");
});

test.each(["/forums/7", "/forums/7/posts"])("%s lists the newest first", async (path) => {
  const { calls } = atForum([post()], path);
  await screen.findByText("First tomatoes");
  expect(calls[0]?.url.searchParams.get("filter")).toBe("recent");
});

test("a search has its address, and is ranked by popularity", async () => {
  const { user, calls, address } = atForum();
  await user.type(await screen.findByRole("searchbox"), "red{Enter}");
  await waitFor(() => expect(address()).toBe("/forums/7/posts/search?keyword=red"));
  await waitFor(() => expect(calls.at(-1)?.url.searchParams.get("keyword")).toBe("red"));
  expect(calls.at(-1)?.url.searchParams.get("filter")).toBe("popularity");
});

test("the order stands in the address", async () => {
  const { user, calls, address } = atForum();
  await user.selectOptions(await screen.findByRole("combobox", { name: "Sort" }), "Most Popular");
  expect(address()).toBe("/forums/7?sort=popularity");
  await waitFor(() => expect(calls.at(-1)?.url.searchParams.get("filter")).toBe("popularity"));
});

test("in a list only the author may delete, whoever moderates", async () => {
  signIn({}, [7]);
  atForum([post({ id: 1, creator_username: "ann" }), post({ id: 2, creator_username: "bob" })]);
  const [own, other] = await screen.findAllByRole("article");
  expect(await within(own!).findByRole("button", { name: "More actions" })).toBeVisible();
  expect(within(other!).queryByRole("button", { name: "More actions" })).toBeNull();
});

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

test("a deletion is asked about, told, and leaves the list", async () => {
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

test("a deletion that reaches no server says so", async () => {
  signIn();
  const { user } = atForum([post({ creator_username: "ann" })]);
  unreachable("delete", "/api/posts/{id}/delete");
  await remove(user);
  expect(await screen.findByRole("alert")).toHaveTextContent("Server could not be reached.");
});

test.each([
  ["a stranger", "eve", [], "ROLE_USER", false],
  ["the author", "bob", [], "ROLE_USER", true],
  ["a moderator", "eve", [7], "ROLE_MODERATOR", true],
  ["an admin", "eve", [], "ROLE_ADMIN", true],
])("on a post, %s may delete: %s", async (_, username, access, role, may) => {
  signIn({ username, authorities: [{ name: role }] }, access);
  atPost();
  await screen.findByRole("heading", { name: "First tomatoes" });
  expect(screen.queryByRole("button", { name: "Delete" }) !== null).toBe(may);
  expect(screen.queryByRole("link", { name: "Edit" }) !== null).toBe(username === "bob");
});

test("a post shows its exact time", async () => {
  atPost({ timeOfCreation: new Date(2026, 0, 5, 15, 4).toISOString() });
  expect(await screen.findByText("Jan 5, 2026 3:04 PM")).toBeVisible();
});

async function write(path = "/forums/7/create-post") {
  signIn();
  const view = visit(path);
  const { user } = view;
  await user.type(await screen.findByLabelText("Title"), " First tomatoes ");
  await user.type(screen.getByLabelText("Description"), "Red");
  return view;
}

test("a post is created and shown", async () => {
  const calls = answer("post", "/api/forum/{id}/posts", post(), { status: 201 });
  answer("get", "/api/posts/{id}", post());
  answer("get", "/api/posts/{postId}/replies", []);
  const { user, address } = await write();
  await user.click(screen.getByRole("button", { name: "Submit" }));
  await waitFor(() => expect(address()).toBe("/posts/11"));
  expect(calls[0]?.body).toEqual({
    title: "First tomatoes",
    description: "Red",
    image: "",
    author: "ann",
    forumId: 7,
  });
});

test("title and description are required", async () => {
  signIn();
  visit("/forums/7/create-post");
  expect(await screen.findByLabelText("Title")).toBeRequired();
  expect(screen.getByLabelText("Description")).toBeRequired();
  expect(screen.getByLabelText("Image URL")).not.toBeRequired();
  expect(screen.getByRole("button", { name: "Submit" })).toBeDisabled();
});

test("an address without a forum id is an alert", async () => {
  await write("/forums/abc/create-post");
  expect(screen.getByRole("alert")).toHaveTextContent("invalid forum ID.");
});

test("a refused post keeps the text, even over a reload", async () => {
  refuse("post", "/api/forum/{id}/posts", 422);
  const { user } = await write();
  await user.click(screen.getByRole("button", { name: "Submit" }));
  expect(await screen.findByRole("alert")).toHaveTextContent("Failed to create post. Status: 422");
  expect(screen.getByLabelText("Description")).toHaveValue("Red");
  expect(localStorage.getItem("draft:1:post-in-7:description")).toContain("Red");
});

test("a post that reaches no server says so", async () => {
  unreachable("post", "/api/forum/{id}/posts");
  const { user } = await write();
  await user.click(screen.getByRole("button", { name: "Submit" }));
  expect(await screen.findByRole("alert")).toHaveTextContent(
    "Failed to create post. Please check your network connection.",
  );
});

test("Ctrl+Enter sends", async () => {
  const calls = answer("post", "/api/forum/{id}/posts", post(), { status: 201 });
  answer("get", "/api/posts/{id}", post());
  answer("get", "/api/posts/{postId}/replies", []);
  const { user } = await write();
  await user.click(screen.getByLabelText("Description"));
  await user.keyboard("{Control>}{Enter}{/Control}");
  await waitFor(() => expect(calls).toHaveLength(1));
});

test("an author edits a post", async () => {
  signIn({ username: "bob" });
  answer("get", "/api/posts/{id}", post());
  answer("get", "/api/posts/{postId}/replies", []);
  const calls = answer("post", "/api/posts/{id}", post({ title: "Last tomatoes", edited: true }));
  const { user, address } = visit("/posts/11/edit");
  const title = await screen.findByLabelText("Title");
  expect(title).toHaveValue("First tomatoes");
  await user.clear(title);
  await user.type(title, "Last tomatoes");
  await user.click(screen.getByRole("button", { name: "Submit" }));
  await waitFor(() => expect(address()).toBe("/posts/11"));
  expect(calls[0]?.body).toMatchObject({ title: "Last tomatoes" });
});

test("a visitor's vote asks for the login", async () => {
  const { user, address } = atPost();
  await user.click(await screen.findByRole("button", { name: "Upvote" }));
  await waitFor(() => expect(address()).toBe("/login?next=%2Fposts%2F11"));
});

test("a vote is shown at once and sent", async () => {
  signIn();
  const up = { upvotes: 4, downvotes: 1, hasUpvoted: true, hasDownvoted: false };
  const calls = answer("put", "/api/posts/{id}/upvote", up);
  const fetch = vi.spyOn(globalThis, "fetch");
  const { user } = atPost();
  const button = await screen.findByRole("button", { name: "Upvote" });
  await user.click(button);
  expect(button).toHaveAttribute("aria-pressed", "true");
  expect(screen.getByTestId("score")).toHaveTextContent(/^3$/);
  await waitFor(() => expect(calls).toHaveLength(1));
  // `keepalive` sends it even if the page is left at once.
  const asked = fetch.mock.calls.map(([request]) => request);
  const sent = asked.find((one) => one instanceof Request && one.url.endsWith("/upvote"));
  expect(sent).toMatchObject({ method: "PUT", keepalive: true });
});

test("a refused vote is rolled back with the spec's words", async () => {
  signIn();
  refuse("put", "/api/posts/{id}/downvote", 500);
  const { user } = atPost();
  await user.click(await screen.findByRole("button", { name: "Downvote" }));
  expect(await screen.findByRole("alert")).toHaveTextContent(
    "Failed to downvote. Status code: 500",
  );
  expect(screen.getByTestId("score")).toHaveTextContent(/^2$/);
});

test("a deleted post does not come back on Back", async () => {
  signIn({ username: "bob" });
  const { user, router } = atForum();
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

test("a list of several pages is not fetched again on focus", async () => {
  answer("get", "/forums/{id}", forum());
  const calls = answer(
    "get",
    "/api/forum/{id}/posts",
    ({ url }) =>
      url.searchParams.has("cursor") ? [post({ id: 12, title: "Second page" })] : [post()],
    {
      headers: ({ url }): Record<string, string> =>
        url.searchParams.has("cursor") ? {} : { Link: '</api?cursor=c2>; rel="next"' },
    },
  );
  const { user } = visit("/forums/7");
  await user.click(await screen.findByRole("button", { name: "Load more" }));
  await screen.findByText("Second page");
  queryClient
    .getQueryCache()
    .getAll()
    .forEach((query) => (query.state.dataUpdatedAt = 0));
  act(() => focusManager.setFocused(false));
  act(() => focusManager.setFocused(true));
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(calls).toHaveLength(2);
  focusManager.setFocused(undefined);
});

test("rows are comfortable or compact, as chosen in this browser", async () => {
  const { user } = atForum();
  expect(await screen.findByRole("article")).toHaveTextContent("They are red");
  await user.selectOptions(screen.getByRole("combobox", { name: "Density" }), "Compact");
  expect(screen.getByRole("article")).not.toHaveTextContent("They are red");
  expect(localStorage.getItem("density")).toBe("compact");
  await user.selectOptions(screen.getByRole("combobox", { name: "Density" }), "Comfortable");
});

test("a search keeps the chosen order", async () => {
  const { user, address } = atForum([post()], "/forums/7?sort=recent");
  await user.type(await screen.findByRole("searchbox"), "red{Enter}");
  await waitFor(() => expect(address()).toBe("/forums/7/posts/search?keyword=red&sort=recent"));
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

test("who is not the author is told so instead of shown a form", async () => {
  signIn();
  answer("get", "/api/posts/{id}", post());
  visit("/posts/11/edit");
  expect(await screen.findByText("Only its author can edit a post.")).toBeVisible();
  expect(screen.getByRole("link", { name: "Back to the post" })).toHaveAttribute(
    "href",
    "/posts/11",
  );
  expect(screen.queryByLabelText("Title")).toBeNull();
});

test.each([
  ["its author", [], false],
  ["its author, who moderates the forum", [7], true],
])("a locked post is edited by moderators alone: %s", async (_, moderated, mayEdit) => {
  signIn({ username: "bob" }, moderated);
  const app = atPost({ locked: true });
  await screen.findByRole("button", { name: "Delete" });
  expect(screen.queryByRole("link", { name: "Edit" }) !== null).toBe(mayEdit);
  await act(() => app.router.navigate("/posts/11/edit"));
  await screen.findByRole("heading", { name: "Edit Post" });
  if (mayEdit) await screen.findByLabelText("Title");
  else await screen.findByText("This post is locked: only moderators write and vote in it.");
  expect(screen.queryByLabelText("Title") !== null).toBe(mayEdit);
});

test("a locked row offers its author no Edit", async () => {
  signIn({ username: "bob" });
  answer("get", "/forums/{id}", forum());
  answer("get", "/api/forum/{id}/posts", [post({ locked: true })]);
  const { user } = visit("/forums/7");
  const row = within(await screen.findByRole("article"));
  await user.click(await row.findByRole("button", { name: "More actions" }));
  expect(screen.getByRole("menuitem", { name: "Delete" })).toBeVisible();
  expect(screen.queryByRole("menuitem", { name: "Edit" })).toBeNull();
});

test("a picture is previewed once its whole address is typed", async () => {
  const { user } = await write();
  const field = screen.getByLabelText("Image URL");
  await user.type(field, "https://pictures.example/red.png");
  expect(document.querySelector("form img")).toBeNull();
  await user.tab();
  expect(document.querySelector("form img")).toHaveAttribute(
    "src",
    "https://pictures.example/red.png",
  );
});

test("a long post folds", async () => {
  const { user } = atPost({ description: "Word ".repeat(400) });
  const more = await screen.findByRole("button", { name: "Show more" });
  expect(more).toHaveAttribute("aria-expanded", "false");
  await user.click(more);
  expect(screen.getByRole("button", { name: "Show less" })).toHaveFocus();
});

test("a held post is marked, without a thread, and its author can only take it back", async () => {
  signIn();
  answer("get", "/api/posts/{id}", post({ held: true, creator_username: "ann" }));
  // Requested together with the post.
  refuse("get", "/api/posts/{postId}/replies", 404);
  visit("/posts/11");
  expect(await screen.findByText("Awaiting approval")).toBeVisible();
  expect(screen.getByRole("button", { name: "Delete" })).toBeVisible();
  for (const name of ["Share", "Edit"]) expect(screen.queryByRole("link", { name })).toBeNull();
  expect(screen.queryByRole("region", { name: "Replies" })).toBeNull();
});
