import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { visit } from "../../../test/app";
import { forum, hit, post, reply, report, signIn } from "../../../test/fixtures";
import { atForum } from "../../../test/forum";
import { answer, refuse } from "../../../test/server";

const STAFF = { forum_topic: "Staff", forum_visibility: "private" } as const;

function atPost(change: Parameters<typeof post>[0], address = "/posts/11") {
  answer("get", "/api/posts/{id}", post(change));
  answer("get", "/api/posts/{postId}/replies", [reply()]);
  return visit(address);
}

test.each([
  ["private", "Private"],
  ["members", "Members only"],
] as const)("a forum that is %s says so beside its topic", async (visibility, word) => {
  signIn();
  answer("get", "/forums", [forum({ visibility })]);
  const { router } = visit("/forums");
  const card = within(await screen.findByRole("article"));
  expect((await card.findByText(word)).querySelector("svg")).not.toBeNull();
  answer("get", "/forums/{id}", forum({ visibility }));
  answer("get", "/api/forum/{id}/posts", []);
  await router.navigate("/forums/7");
  const name = `Gardening ${word}`;
  expect(await screen.findByRole("heading", { level: 1, name })).toBeVisible();
  expect(document.title).toBe("Gardening · POST-UP");
});

test("a public forum has no mark", async () => {
  atForum();
  expect(await screen.findByRole("heading", { level: 1, name: "Gardening" })).toBeVisible();
  expect(screen.queryByText(/Private|Members only/)).toBeNull();
});

test("home marks closed forums in its lists", async () => {
  signIn();
  const visibility = "private" as const;
  answer("get", "/api/posts", [
    post(STAFF),
    post({ ...STAFF, id: 12 }),
    post({ ...STAFF, id: 13 }),
  ]);
  answer("get", "/forums", [forum({ visibility })]);
  answer("get", "/forums/favorites", []);
  visit("/");
  const side = within(await screen.findByRole("complementary", { name: "About this site" }));
  expect(await side.findByText("Private")).toBeVisible();
  const feed = within(await screen.findByRole("list", { name: "Posts" }));
  expect(await feed.findAllByText("Private")).toHaveLength(3);
});

test("search results and saved posts are marked", async () => {
  signIn();
  const found = [hit({ forum: { id: 7, topic: "Staff", visibility: "private" } })];
  answer("get", "/api/search", found);
  answer("get", "/api/saved", found);
  const { router } = visit("/search?q=tomatoes");
  expect(await screen.findByText("Private")).toBeVisible();
  await router.navigate("/saved");
  expect(await screen.findByRole("heading", { name: "Saved" })).toBeVisible();
  expect(await screen.findByText("Private")).toBeVisible();
});

test("a post and the box below it say who reads them", async () => {
  signIn();
  const { user } = atPost(STAFF);
  const article = within((await screen.findAllByRole("article"))[0]!);
  expect(await article.findByText("Private")).toBeVisible();
  await user.click(screen.getByLabelText("Write a reply"));
  expect(await screen.findByText(/^Only members of/)).toHaveTextContent(
    "Only members of Staff can read this.",
  );
});

test("a new post says who will read it", async () => {
  signIn();
  answer("get", "/forums/{id}", forum({ visibility: "members" }));
  visit("/forums/7/create-post");
  expect(await screen.findByText("Only people who are signed in can read this.")).toBeVisible();
  expect(await screen.findByText("Members only")).toBeVisible();
});

test.each([
  ["private", "Only members of Staff can open this link."],
  ["members", "Only people who are signed in can open this link."],
] as const)("sharing a post of a forum that is %s says who can open it", async (to, sentence) => {
  signIn();
  atPost({ ...STAFF, forum_visibility: to }, "/posts/share?post=11");
  await waitFor(() => expect(screen.getByText(/can open this link/)).toHaveTextContent(sentence));
});

test("moderators see in the queue that a forum is closed", async () => {
  signIn({}, [7]);
  answer("get", "/api/reports", [report()]);
  answer("get", "/api/reports/{id}", report());
  answer("get", "/api/posts/{id}", post(STAFF));
  answer("get", "/forums/{id}", forum({ visibility: "private" }));
  visit("/moderation/queue?forum=7&report=5");
  await waitFor(() => expect(screen.getAllByText("Private")).toHaveLength(2));
});

/** What the API answers who may not read. */
function nothingThere() {
  refuse("get", "/forums/{id}", 404);
  refuse("get", "/api/forum/{id}/posts", 404);
  refuse("get", "/api/posts/{id}", 404);
  refuse("get", "/api/posts/{postId}/replies", 404);
}

test.each(["/forums/7", "/posts/11?sort=new"])(
  "a visitor who does not find %s can sign in and returns there",
  async (to) => {
    nothingThere();
    const { user, address } = visit(to);
    expect(await screen.findByRole("heading", { name: "Not found" })).toBeVisible();
    expect(screen.getByText("It doesn't exist, or you have to sign in to see it.")).toBeVisible();
    await user.click(screen.getByRole("link", { name: "Sign in" }));
    await waitFor(() => expect(address()).toBe(`/login?next=${encodeURIComponent(to)}`));
  },
);

test.each(["", "/create-post", "/members", "/settings"])(
  "a member who may not read a forum finds nothing at its address%s",
  async (place) => {
    signIn();
    nothingThere();
    visit(`/forums/7${place}`);
    expect(await screen.findByRole("heading", { name: "Not found" })).toBeVisible();
    expect(screen.queryByRole("link", { name: "Sign in" })).toBeNull();
  },
);
