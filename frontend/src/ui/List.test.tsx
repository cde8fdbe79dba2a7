import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { visit } from "../../test/app";
import { answer, refuse, twoPages } from "../../test/server";
import { forum, post } from "../../test/fixtures";

/** A forum with two pages of posts. */
function atTwoPages(second = [post({ id: 12, title: "Second page" })]) {
  answer("get", "/forums/{id}", forum());
  answer(
    "get",
    "/api/forum/{id}/posts",
    ({ url }) => (url.searchParams.has("cursor") ? second : [post()]),
    {
      headers: twoPages,
    },
  );
  return visit("/forums/7");
}

const loadMore = () => screen.findByRole("button", { name: "Load more" });
const row = (title: string) => screen.getByRole("heading", { name: title }).closest("article");

test("focus moves to the first new item with the last page", async () => {
  const { user } = atTwoPages();
  (await loadMore()).focus();
  await user.keyboard("{Enter}");
  await screen.findByText("Second page");
  expect(screen.queryByRole("button", { name: "Load more" })).toBeNull();
  await waitFor(() => expect(row("Second page")).toHaveFocus());
});

test("the focus moves to the last item if no more arrive", async () => {
  const { user } = atTwoPages([]);
  await user.click(await loadMore());
  await waitFor(() => expect(row("First tomatoes")).toHaveFocus());
});

test("the focus stays on the button if the page fails to load", async () => {
  const { user } = atTwoPages();
  const button = await loadMore();
  const calls = refuse("get", "/api/forum/{id}/posts", 500);
  await user.click(button);
  await waitFor(() => expect(calls).not.toEqual([]));
  await waitFor(() => expect(button).toHaveTextContent("Load more"));
  await new Promise(requestAnimationFrame);
  expect(button).toHaveFocus();
  expect(screen.getByRole("alert")).toHaveTextContent("Couldn't load more. Try again.");
});

test("a focus elsewhere stays there", async () => {
  atTwoPages();
  const box = await screen.findByRole("searchbox", { name: "Search posts" });
  const button = await loadMore();
  box.focus();
  button.click();
  await screen.findByText("Second page");
  await new Promise(requestAnimationFrame);
  expect(box).toHaveFocus();
});
