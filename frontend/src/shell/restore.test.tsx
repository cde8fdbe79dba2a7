import { act, screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { visit } from "../../test/app";
import { setWidth } from "../../test/browser";
import { answer, twoPages } from "../../test/server";
import { forum, post, profile, reply } from "../../test/fixtures";
import { atForum } from "../../test/forum";
import { atThread } from "../../test/thread";

/** Two pages of a forum's posts, loaded, with the reader far down. */
async function farDown() {
  const scroll = vi.spyOn(globalThis, "scrollTo").mockImplementation(() => {});
  answer("get", "/forums/{id}", forum());
  answer("get", "/api/posts/{id}", post());
  answer("get", "/api/posts/{postId}/replies", []);
  const calls = answer(
    "get",
    "/api/forum/{id}/posts",
    ({ url }) => [post(url.searchParams.has("cursor") ? { id: 12, title: "Second page" } : {})],
    {
      headers: twoPages,
    },
  );
  const view = visit("/forums/7?sort=popularity");
  await view.user.click(await screen.findByRole("button", { name: "Load more" }));
  await screen.findByText("Second page");
  vi.stubGlobal("scrollY", 1200);
  await view.user.click(screen.getByRole("link", { name: "Second page" }));
  await screen.findByRole("heading", { level: 1, name: "First tomatoes" });
  return { ...view, scroll, calls };
}

test("a new screen starts at its top", async () => {
  const { scroll } = await farDown();
  expect(scroll).toHaveBeenLastCalledWith(0, 0);
});

test("going back restores list and position without a request", async () => {
  const { router, address, scroll, calls } = await farDown();
  await act(() => router.navigate(-1));
  expect(address()).toBe("/forums/7?sort=popularity");
  expect(await screen.findByText("Second page")).toBeVisible();
  expect(screen.getByText("First tomatoes")).toBeVisible();
  expect(screen.queryByText("Loading . . .")).toBeNull();
  await waitFor(() => expect(scroll).toHaveBeenLastCalledWith(0, 1200));
  expect(calls).toHaveLength(2);
});

/** Opens a forum in a tab with stored scroll positions. */
async function openAfter(places: Record<string, number>) {
  const scroll = vi.spyOn(globalThis, "scrollTo").mockImplementation(() => {});
  sessionStorage.setItem("react-router-scroll-positions", JSON.stringify(places));
  answer("get", "/forums/{id}", forum());
  answer("get", "/api/forum/{id}/posts", [post()]);
  visit("/forums/7");
  await screen.findByText("First tomatoes");
  return scroll;
}

test("a reopened screen is restored", async () => {
  const scroll = await openAfter({ "/forums/7": 900 });
  await waitFor(() => expect(scroll).toHaveBeenLastCalledWith(0, 900));
});

test("a new tab does not restore another page's position", async () => {
  const scroll = await openAfter({ default: 900, "/forums": 900 });
  expect(scroll).not.toHaveBeenCalledWith(0, 900);
});

test("Back to a linked reply stays where the reader was", async () => {
  const into = vi.spyOn(Element.prototype, "scrollIntoView");
  answer("get", "/api/people/{username}", profile());
  answer("get", "/api/people/{username}/posts", []);
  const { user, router } = atThread([reply(), reply({ id: 25 })], "/posts/11#reply-25");
  await waitFor(() => expect(into).toHaveBeenCalledTimes(1));
  await user.click((await screen.findAllByRole("link", { name: "bob" }))[0]!);
  await screen.findByRole("heading", { level: 1, name: "bob" });
  into.mockClear();
  await act(() => router.navigate(-1));
  await screen.findAllByText("Well grown");
  expect(document.getElementById("reply-25")).toHaveClass("marked");
  expect(into).not.toHaveBeenCalled();
});

test("Back shows what was unfolded, and another visit folds it", async () => {
  setWidth(390);
  vi.spyOn(HTMLElement.prototype, "scrollHeight", "get").mockReturnValue(90);
  const description = "word ".repeat(60);
  answer("get", "/api/posts/{id}", post());
  answer("get", "/api/posts/{postId}/replies", []);
  const { user, router } = atForum([post()], { description });
  await user.click(await screen.findByRole("button", { name: "Show more" }));
  await user.click(await screen.findByRole("link", { name: "First tomatoes" }));
  await screen.findByRole("heading", { level: 1, name: "First tomatoes" });
  await act(() => router.navigate(-1));
  expect(await screen.findByRole("button", { name: "Show less" })).toBeVisible();
  await act(() => router.navigate("/posts/11"));
  await act(() => router.navigate("/forums/7"));
  expect(await screen.findByRole("button", { name: "Show more" })).toBeVisible();
});
