import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { visit } from "../../../test/app";
import { answer, refuse, unreachable } from "../../../test/server";
import { forum, post, signIn } from "../../../test/fixtures";
import { atPost } from "../../../test/thread";

async function write(path = "/forums/7/create-post") {
  answer("get", "/forums/{id}", forum());
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
    imageDescription: "",
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

test("only the author sees the edit form", async () => {
  signIn();
  answer("get", "/api/posts/{id}", post());
  visit("/posts/11/edit");
  expect(await screen.findByText("Only the author can edit a post.")).toBeVisible();
  expect(screen.getByRole("link", { name: "Back to the post" })).toHaveAttribute(
    "href",
    "/posts/11",
  );
  expect(screen.queryByLabelText("Title")).toBeNull();
});

test.each([
  ["its author", [], false],
  ["its author, who moderates the forum", [7], true],
])("a locked post can be edited only by moderators: %s", async (_, moderated, mayEdit) => {
  signIn({ username: "bob" }, moderated);
  const app = atPost({ locked: true });
  await screen.findByRole("button", { name: "Delete" });
  expect(screen.queryByRole("link", { name: "Edit" }) !== null).toBe(mayEdit);
  await act(() => app.router.navigate("/posts/11/edit"));
  await screen.findByRole("heading", { name: "Edit Post" });
  if (mayEdit) await screen.findByLabelText("Title");
  else await screen.findByText("This post is locked: only moderators can write and vote in it.");
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

test("a picture is described, and removed with its description", async () => {
  const calls = answer("post", "/api/forum/{id}/posts", post(), { status: 201 });
  answer("get", "/api/posts/{id}", post());
  answer("get", "/api/posts/{postId}/replies", []);
  const { user } = await write();
  expect(screen.queryByLabelText("Picture description")).toBeNull();
  await user.type(screen.getByLabelText("Image URL"), "https://pictures.example/red.png");
  await user.type(screen.getByLabelText("Picture description"), "A red one");
  await user.click(screen.getByRole("button", { name: "Remove the picture" }));
  expect(screen.getByLabelText("Image URL")).toHaveValue("");
  expect(screen.getByLabelText("Image URL")).toHaveFocus();
  await user.type(screen.getByLabelText("Image URL"), "/images/a.png");
  expect(screen.getByLabelText("Picture description")).toHaveValue("");
  await user.type(screen.getByLabelText("Picture description"), " Two red ones ");
  await user.click(screen.getByRole("button", { name: "Submit" }));
  await waitFor(() =>
    expect(calls[0]?.body).toMatchObject({
      image: "/images/a.png",
      imageDescription: "Two red ones",
    }),
  );
});

test("a title that is too long is kept, counted and not sent", async () => {
  const { user } = await write();
  const title = screen.getByLabelText("Title");
  await user.clear(title);
  await user.click(title);
  await user.paste("x".repeat(170));
  expect(screen.getByText("30 characters left")).toBeVisible();
  await user.paste("x".repeat(31));
  expect(screen.getByRole("alert")).toHaveTextContent("1 character too many");
  expect(title).toHaveValue("x".repeat(201));
  expect(title).toBeInvalid();
});

test("the form names its forum, and what was written moves to another one", async () => {
  answer("get", "/forums/{id}", forum());
  answer("get", "/forums/favorites", []);
  answer("get", "/forums", [forum({ id: 8, topic: "Rust" })]);
  const { user, address } = await write();
  expect(await screen.findByRole("link", { name: "Gardening" })).toHaveAttribute(
    "href",
    "/forums/7",
  );
  await user.click(screen.getByRole("link", { name: "Choose another forum" }));
  await user.click(await screen.findByRole("link", { name: "Rust" }));
  await waitFor(() => expect(address()).toBe("/forums/8/create-post"));
  expect(await screen.findByLabelText("Title")).toHaveValue(" First tomatoes ");
  expect(screen.getByLabelText("Description")).toHaveValue("Red");
  expect(localStorage.getItem("draft:1:post-in-7:title")).toBeNull();
});

test("the forum of a new post is chosen among favorites, or by name", async () => {
  signIn();
  answer("get", "/forums/favorites", [forum({ favorited: true })]);
  answer("get", "/forums", [forum(), forum({ id: 8, topic: "Rust" })]);
  const found = answer("get", "/forums/search", [forum({ id: 9, topic: "Roses" })]);
  const { user } = visit("/create-post");
  expect(await screen.findByRole("heading", { name: "Your favorites" })).toBeVisible();
  expect(screen.getAllByRole("link", { name: "Gardening" })[0]).toHaveAttribute(
    "href",
    "/forums/7/create-post",
  );
  await user.type(screen.getByRole("searchbox"), "rose{Enter}");
  expect(await screen.findByRole("link", { name: "Roses" })).toBeVisible();
  expect(found[0]?.url.searchParams.get("searchTerm")).toBe("rose");
});
