import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { visit } from "../../test/app";
import { answer, refuse, unreachable } from "../../test/server";
import { bob, forum, post, signIn } from "../../test/fixtures";
import { queryClient } from "../api/queryClient";
import { activateCatalog } from "../i18n";
import { loadCatalog } from "../locale";

const FORUM = "Oops, it looks like this forum couldn't load";
const POST = "Oops, it looks like this post couldn't load";
const CHAT = "Oops, it looks like the chat couldn't load";

function nothingThere() {
  refuse("get", "/forums/{id}", 404);
  refuse("get", "/api/forum/{id}/posts", 404);
  refuse("get", "/api/posts/{id}", 404);
  refuse("get", "/api/posts/{postId}/replies", 404);
  refuse("get", "/users/{id}", 404);
}

test.each([
  ["/forums/99", FORUM],
  ["/forums/99/posts", FORUM],
  ["/forums/99/posts/search?keyword=red", FORUM],
  ["/forums/abc", FORUM],
  ["/forums/0", FORUM],
  ["/posts/99", POST],
  ["/posts/abc", POST],
  ["/posts/-1", POST],
  ["/posts/99/edit", POST],
  ["/posts/abc/edit", POST],
  ["/messages/99", CHAT],
  ["/messages/abc", CHAT],
])("%s shows the Not found page: %s", async (address, sentence) => {
  signIn();
  nothingThere();
  visit(address);
  expect(await screen.findByRole("heading", { level: 1, name: "Not found" })).toBeVisible();
  expect(screen.getByText(sentence)).toBeVisible();
  expect(screen.queryByRole("button", { name: "Retry" })).toBeNull();
  expect(document.title).toBe("Not found · POST-UP");
});

const failing = {
  500: () => {
    refuse("get", "/forums/{id}", 500);
    refuse("get", "/api/posts/{id}", 500);
    refuse("get", "/users/{id}", 500);
  },
  unreachable: () => {
    unreachable("get", "/forums/{id}");
    unreachable("get", "/api/posts/{id}");
    unreachable("get", "/users/{id}");
  },
};

function working() {
  answer("get", "/forums/{id}", forum());
  answer("get", "/api/posts/{id}", post());
  answer("get", "/api/posts/{postId}/replies", []);
  answer("get", "/users/{id}", bob());
  answer("get", "/api/contacts/{userId}/messages", []);
}

test.each([
  ["/forums/7", FORUM, "Gardening", 500],
  ["/posts/11", POST, "First tomatoes", 500],
  ["/messages/2", CHAT, "bob", 500],
  ["/forums/7", FORUM, "Gardening", "unreachable"],
  ["/posts/11", POST, "First tomatoes", "unreachable"],
  ["/messages/2", CHAT, "bob", "unreachable"],
] as const)(
  "%s that fails says %s and comes with Retry: %s, %s",
  async (address, sentence, name, how) => {
    signIn();
    failing[how]();
    answer("get", "/api/forum/{id}/posts", []);
    answer("get", "/api/posts/{postId}/replies", []);
    const { user } = visit(address);
    expect(await screen.findByText(sentence)).toBeVisible();
    expect(screen.getByRole("heading", { level: 1, name: "Something went wrong" })).toBeVisible();
    expect(document.title).toBe("Something went wrong · POST-UP");
    working();
    await user.click(screen.getByRole("button", { name: "Retry" }));
    expect(await screen.findByRole("heading", { level: 1, name })).toBeVisible();
    await waitFor(() => expect(document.title).toBe(`${name} · POST-UP`));
  },
);

test("a post deleted meanwhile is gone despite the cache", async () => {
  answer("get", "/api/posts/{id}", post());
  answer("get", "/api/posts/{postId}/replies", []);
  visit("/posts/11");
  await screen.findByRole("heading", { name: "First tomatoes" });
  refuse("get", "/api/posts/{id}", 404);
  await queryClient.invalidateQueries();
  expect(await screen.findByRole("heading", { name: "Not found" })).toBeVisible();
});

test.each(["/forums/99", "/forums/abc/settings"])(
  "%s fails in the reader's language",
  async (at) => {
    activateCatalog(await loadCatalog("de"));
    nothingThere();
    signIn();
    visit(at);
    expect(await screen.findByText(/^Huch, dieses Forum/)).toBeVisible();
    activateCatalog(await loadCatalog("en"));
  },
);
