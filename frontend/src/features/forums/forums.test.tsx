import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { visit } from "../../../test/app";
import { answer, refuse, unreachable } from "../../../test/server";
import { forum, signIn } from "../../../test/fixtures";

test("a snippet shows its forum's details and links to it", async () => {
  answer("get", "/forums", [forum()]);
  visit("/forums");
  const card = await screen.findByRole("article");
  expect(within(card).getByRole("link", { name: "Gardening" })).toHaveAttribute(
    "href",
    "/forums/7",
  );
  expect(card).toHaveTextContent(/bob · .* ago/);
  expect(card).toHaveTextContent("All that grows");
});

test("a card tells posts, activity of the week and the latest post", async () => {
  answer("get", "/forums", [
    forum({ postCount: 1, activity: 0 }),
    forum({ id: 8, topic: "Rust", postCount: 0, activity: 3, latest: null }),
  ]);
  visit("/forums");
  const [first, second] = await screen.findAllByRole("article");
  expect(first).toHaveTextContent(/1 post(?!s)/);
  expect(first).not.toHaveTextContent("this week");
  const latest = within(first!).getByRole("link", { name: "First tomatoes" });
  expect(latest).toHaveAttribute("href", "/posts/11");
  expect(second).toHaveTextContent(/0 posts.*3 this week.*No posts yet/);
});

test("forums are sorted by age, activity or name in the URL", async () => {
  const calls = answer("get", "/forums", ({ url }) => [
    forum({ topic: `By ${url.searchParams.get("sort") ?? "age"}` }),
  ]);
  const { user, address } = visit("/forums");
  expect(await screen.findByRole("heading", { name: "By age" })).toBeVisible();
  const tabs = within(screen.getByRole("navigation", { name: "Sort" }));
  expect(tabs.getAllByRole("link").map(({ textContent }) => textContent)).toEqual([
    "New",
    "Active",
    "Name",
  ]);
  for (const [name, sort] of [
    ["Active", "active"],
    ["Name", "name"],
  ] as const) {
    await user.click(tabs.getByRole("link", { name }));
    expect(await screen.findByRole("heading", { name: `By ${sort}` })).toBeVisible();
    expect(address()).toBe(`/forums?sort=${sort}`);
    expect(tabs.getByRole("link", { name })).toHaveFocus();
  }
  await user.click(tabs.getByRole("link", { name: "New" }));
  await waitFor(() => expect(address()).toBe("/forums"));
  expect(calls).toHaveLength(3);
});

test("the list goes on over the Link header", async () => {
  const calls = answer(
    "get",
    "/forums",
    ({ url }) => [forum(url.searchParams.has("cursor") ? { id: 8, topic: "Rust" } : {})],
    { headers: { Link: '</forums?cursor=abc>; rel="next"' } },
  );
  const { user } = visit("/forums");
  await user.click(await screen.findByRole("button", { name: "Load more" }));
  expect(await screen.findByText("Rust")).toBeVisible();
  expect(screen.getByText("Gardening")).toBeVisible();
  expect(calls[1]?.url.searchParams.get("cursor")).toBe("abc");
});

test("a list that does not load says so and can be retried", async () => {
  refuse("get", "/forums", 500);
  const { user } = visit("/forums");
  expect(await screen.findByText("Unable to fetch forums. Please try again later.")).toBeVisible();
  answer("get", "/forums", []);
  await user.click(screen.getByRole("button", { name: "Retry" }));
  expect(await screen.findByText("Wow, such empty!")).toBeVisible();
});

test("a forum search is in the URL and reads both result shapes", async () => {
  answer("get", "/forums", [forum()]);
  const calls = answer("get", "/forums/search", [{ forum: forum({ topic: "Wrapped" }) }] as never);
  const { user, address } = visit("/forums");
  await user.type(await screen.findByRole("searchbox"), " green thumbs ");
  await user.click(screen.getByRole("button", { name: "Search" }));
  expect(await screen.findByText("Wrapped")).toBeVisible();
  expect(address()).toBe("/forums?keyword=green+thumbs");
  expect(calls[0]?.url.searchParams.get("searchTerm")).toBe("green thumbs");
  await user.click(screen.getByRole("button", { name: "Clear Search" }));
  expect(await screen.findByText("Gardening")).toBeVisible();
  expect(address()).toBe("/forums");
});

test("a blank term clears the search", async () => {
  answer("get", "/forums", [forum()]);
  answer("get", "/forums/search", []);
  const { user, address } = visit("/forums?keyword=x");
  expect(await screen.findByText("No forums found matching your search.")).toBeVisible();
  await user.clear(screen.getByRole("searchbox"));
  await user.type(screen.getByRole("searchbox"), "   {Enter}");
  await waitFor(() => expect(address()).toBe("/forums"));
});

test("a search that fails says the same as one that finds nothing", async () => {
  refuse("get", "/forums/search", 500);
  visit("/forums?keyword=x");
  expect(await screen.findByText("No forums found matching your search.")).toBeVisible();
});

test("?topic= filters and shows the way back", async () => {
  const calls = answer("get", "/forums/topic", [forum()]);
  visit("/forums?topic=garden");
  await screen.findByText("Gardening");
  expect(calls[0]?.url.searchParams.get("topic")).toBe("garden");
  expect(screen.getByRole("link", { name: "Return to Forums" })).toHaveAttribute("href", "/forums");
  expect(screen.getByRole("heading", { level: 1, name: "Forums about “garden”" })).toBeVisible();
});

test("Clear Search clears unsubmitted text and keeps focus", async () => {
  answer("get", "/forums", [forum()]);
  const { user } = visit("/forums");
  const box = await screen.findByRole("searchbox");
  await user.type(box, "half typ");
  await user.click(screen.getByRole("button", { name: "Clear Search" }));
  expect(box).toHaveValue("");
  expect(box).toHaveFocus();
});

test("the list leads to the form for a new forum", async () => {
  answer("get", "/forums", []);
  visit("/forums");
  const create = await screen.findByRole("link", { name: "Create Forum" });
  expect(create).toHaveAttribute("href", "/forums/create");
});

test("favorites are the member's own list", async () => {
  signIn();
  answer("get", "/forums/favorites", [forum({ favorited: true })]);
  visit("/forums/favorites");
  expect(await screen.findByRole("link", { name: "Gardening" })).toBeVisible();
});

test("favorites that do not load are an alert", async () => {
  signIn();
  refuse("get", "/forums/favorites", 500);
  visit("/forums/favorites");
  const alerts = await screen.findAllByText(
    "An error occurred while fetching your favorite forums...",
  );
  expect(alerts.length).toBeGreaterThan(0);
});

async function write(topic: string, description: string) {
  signIn();
  const { user, address } = visit("/forums/create");
  await user.type(await screen.findByLabelText("Title"), topic);
  await user.type(screen.getByLabelText("Description"), description);
  return { user, address, submit: screen.getByRole("button", { name: "Submit" }) };
}

test("a forum is created with its title trimmed", async () => {
  answer("get", "/forums", []);
  const calls = answer("post", "/forums/create", forum(), { status: 201 });
  const { user, submit, address } = await write("  Gardening ", "All that grows");
  await user.click(submit);
  expect(await screen.findByText("Forum created successfully.")).toBeVisible();
  expect(address()).toBe("/forums");
  expect(calls[0]?.body).toMatchObject({
    topic: "Gardening",
    description: "All that grows",
    author: "ann",
  });
  expect(localStorage.getItem("draft:1:forum:topic")).toBeNull();
});

test("the name on a card leads to its profile", async () => {
  answer("get", "/forums", [forum()]);
  visit("/forums");
  const card = within(await screen.findByRole("article"));
  expect(card.getByRole("link", { name: "bob" })).toHaveAttribute("href", "/u/bob");
});

test("Submit is disabled while title or description is blank", async () => {
  const { submit } = await write("  ", "All that grows");
  expect(submit).toBeDisabled();
  expect(screen.getByText("The new forum must have a title.")).toBeVisible();
});

test("a refused forum shows the status text and keeps the form", async () => {
  refuse("post", "/forums/create", 409, { title: "Conflict", detail: "That topic is taken." });
  const { user, submit } = await write("Gardening", "All that grows");
  await user.click(submit);
  const alert = await screen.findByRole("alert");
  expect(alert).toHaveTextContent('Error adding forum. Response received was "Conflict".');
  expect(alert).toHaveTextContent("That topic is taken.");
  expect(screen.getByLabelText("Title")).toHaveValue("Gardening");
  expect(localStorage.getItem("draft:1:forum:topic")).toContain("Gardening");
});

test("a server that is not there is told", async () => {
  unreachable("post", "/forums/create");
  const { user, submit } = await write("Gardening", "All that grows");
  await user.click(submit);
  expect(await screen.findByRole("alert")).toHaveTextContent("Server could not be reached.");
});

test("a 404 goes to the page for what is not there", async () => {
  refuse("post", "/forums/create", 404);
  const { user, submit } = await write("Gardening", "All that grows");
  await user.click(submit);
  expect(await screen.findByRole("heading", { name: "Not found" })).toBeVisible();
});

function atForum(change = {}) {
  answer("get", "/forums/{id}", forum(change));
  answer("get", "/api/forum/{id}/posts", []);
  return visit("/forums/7");
}

test("the head of a forum leads on to a new post, and back", async () => {
  signIn();
  answer("get", "/forums", [forum()]);
  answer("get", "/forums/{id}", forum());
  answer("get", "/api/forum/{id}/posts", []);
  const { user, address } = visit("/forums");
  await user.click(await screen.findByRole("link", { name: "Gardening" }));
  const create = await screen.findByRole("link", { name: "Create Post" });
  expect(create).toHaveAttribute("href", "/forums/7/create-post");
  expect(screen.getByRole("searchbox", { name: "Search posts" })).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Back" }));
  await waitFor(() => expect(address()).toBe("/forums"));
});

test("the head of a forum leads visitors to what its moderators did", async () => {
  answer("get", "/forums/{id}", forum());
  answer("get", "/api/forum/{id}/posts", []);
  answer("get", "/api/modlog", []);
  const { user, address } = visit("/forums/7");
  await user.click(await screen.findByRole("link", { name: "Moderation log" }));
  await waitFor(() => expect(address()).toBe("/modlog?forum=7"));
});

test("the favorite toggle changes at once and on the server", async () => {
  signIn();
  const calls = answer("post", "/forum/{id}/favorites", { favorited: true });
  const { user } = atForum();
  await user.click(await screen.findByRole("button", { name: "Favorite?" }));
  expect(await screen.findByRole("button", { name: "Favorited" })).toBeVisible();
  await waitFor(() => expect(calls).toHaveLength(1));
  const gone = answer("delete", "/forum/{id}/favorites", { favorited: false });
  await user.click(screen.getByRole("button", { name: "Favorited" }));
  expect(await screen.findByRole("button", { name: "Favorite?" })).toBeVisible();
  await waitFor(() => expect(gone).toHaveLength(1));
});

test("a failed favorite is rolled back with a message", async () => {
  signIn();
  refuse("post", "/forum/{id}/favorites", 500, { detail: "The database is away." });
  const { user } = atForum();
  await user.click(await screen.findByRole("button", { name: "Favorite?" }));
  expect(await screen.findByRole("alert")).toHaveTextContent("The database is away.");
  expect(screen.getByRole("button", { name: "Favorite?" })).toBeVisible();
});

test("without a message a failed favorite has its own words", async () => {
  signIn();
  unreachable("post", "/forum/{id}/favorites");
  const { user } = atForum();
  await user.click(await screen.findByRole("button", { name: "Favorite?" }));
  expect(await screen.findByRole("alert")).toHaveTextContent("Failed to update favorite status.");
});

test.each([
  ["a visitor", null, [], false],
  ["a member", "ROLE_USER", [], false],
  ["a moderator of another forum", "ROLE_MODERATOR", [8], false],
  ["a moderator of this forum", "ROLE_MODERATOR", [7], true],
  ["an admin", "ROLE_ADMIN", [], true],
])("Promote to Moderator, seen by %s", async (_, role, access, there) => {
  if (role) signIn({ authorities: [{ name: role }] }, access);
  atForum();
  await screen.findByRole("heading", { name: "Gardening" });
  expect(screen.queryByRole("link", { name: "Promote to Moderator" }) !== null).toBe(there);
});

test("a moderator edits the description", async () => {
  signIn({}, [7]);
  const calls = answer("post", "/forums/{id}", forum({ description: "Only tomatoes" }));
  const { user } = atForum();
  await user.click(await screen.findByRole("button", { name: "More actions" }));
  await user.click(screen.getByRole("menuitem", { name: "Edit" }));
  await user.clear(await screen.findByLabelText("Description"));
  await user.type(screen.getByLabelText("Description"), "Only tomatoes");
  await user.click(screen.getByRole("button", { name: "Submit" }));
  expect(await screen.findByText("Only tomatoes")).toBeVisible();
  expect(calls[0]?.body).toMatchObject({ topic: "Gardening", description: "Only tomatoes" });
  expect(screen.getByRole("heading", { level: 1 })).toHaveFocus();
});

test("an admin deletes a forum after a confirmation", async () => {
  signIn({ authorities: [{ name: "ROLE_ADMIN" }] });
  const calls = answer("delete", "/forums/{id}", null, { status: 204 });
  answer("get", "/forums", []);
  const { user, address } = atForum();
  await user.click(await screen.findByRole("button", { name: "More actions" }));
  await user.click(screen.getByRole("menuitem", { name: "Delete" }));
  const dialog = screen.getByRole("dialog", {
    name: "Are you sure you want to delete this forum? This action cannot be undone.",
  });
  await user.click(within(dialog).getByRole("button", { name: "Delete" }));
  await waitFor(() => expect(address()).toBe("/forums"));
  expect(calls).toHaveLength(1);
});

test("Cancel asks before it discards a long text", async () => {
  signIn({}, [7]);
  const { user } = atForum();
  await user.click(await screen.findByRole("button", { name: "More actions" }));
  await user.click(screen.getByRole("menuitem", { name: "Edit" }));
  await user.type(screen.getByLabelText("Description"), "x".repeat(81));
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  const dialog = screen.getByRole("dialog", { name: "Discard what you've written?" });
  await user.click(within(dialog).getByRole("button", { name: "Cancel" }));
  expect(screen.getByLabelText("Description")).toHaveValue(`All that grows${"x".repeat(81)}`);
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  await user.click(screen.getByRole("button", { name: "Discard" }));
  expect(await screen.findByText("All that grows")).toBeVisible();
  expect(screen.getByRole("heading", { level: 1 })).toHaveFocus();
});

test("a long description is folded until asked for", async () => {
  const { user } = atForum({ description: "word ".repeat(60) });
  const unfold = await screen.findByRole("button", { name: "Show more" });
  expect(unfold).toHaveAttribute("aria-expanded", "false");
  await user.click(unfold);
  expect(screen.getByRole("button", { name: "Show less" })).toHaveFocus();
});

test("list and forum send favorites one after the other", async () => {
  signIn();
  answer("get", "/forums", [forum()]);
  answer("get", "/forums/{id}", forum({ favorited: true }));
  answer("get", "/api/forum/{id}/posts", []);
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  const added = answer("post", "/forum/{id}/favorites", async () => {
    await held;
    return { favorited: true };
  });
  const removed = answer("delete", "/forum/{id}/favorites", { favorited: false });
  const { user } = visit("/forums");
  const star = await screen.findByRole("button", { name: "Favorite? Gardening" });
  await user.click(star);
  expect(star).toHaveAttribute("aria-pressed", "true");
  expect(star).toHaveAccessibleName("Favorited: Gardening");
  await waitFor(() => expect(added).toHaveLength(1));
  await user.click(screen.getByRole("link", { name: "Gardening" }));
  await user.click(await screen.findByRole("button", { name: "Favorited" }));
  expect(removed).toHaveLength(0);
  release();
  await waitFor(() => expect(removed).toHaveLength(1));
  expect(await screen.findByRole("button", { name: "Favorite?" })).toBeVisible();
});

test("fast clicks that cancel out send at most one request", async () => {
  signIn();
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  const added = answer("post", "/forum/{id}/favorites", async () => {
    await held;
    return { favorited: true };
  });
  const removed = answer("delete", "/forum/{id}/favorites", { favorited: false });
  const { user } = atForum();
  await user.click(await screen.findByRole("button", { name: "Favorite?" }));
  await user.click(screen.getByRole("button", { name: "Favorited" }));
  await user.click(screen.getByRole("button", { name: "Favorite?" }));
  release();
  await waitFor(() => expect(added).toHaveLength(1));
  expect(await screen.findByRole("button", { name: "Favorited" })).toBeVisible();
  expect(removed).toHaveLength(0);
});

test("a removed favorite stays listed to be restored", async () => {
  signIn();
  const lists = answer("get", "/forums/favorites", [forum({ favorited: true })]);
  const calls = answer("delete", "/forum/{id}/favorites", { favorited: false });
  const { user } = visit("/forums/favorites");
  const star = await screen.findByRole("button", { name: "Favorited: Gardening" });
  await user.click(star);
  await waitFor(() => expect(calls).toHaveLength(1));
  expect(star).toHaveFocus();
  expect(star).toHaveAttribute("aria-pressed", "false");
  expect(lists).toHaveLength(1);
});
