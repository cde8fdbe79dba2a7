import { render, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { visit } from "../../../test/app";
import { forum } from "../../../test/fixtures";
import { answer } from "../../../test/server";
import { ForumCard } from "./ForumCard";

test("says so without forum data", () => {
  render(<ForumCard forum={undefined} />);
  expect(screen.getByText("No forum data available.")).toBeVisible();
});

test("shows descriptions without markup", async () => {
  answer("get", "/forums", [forum({ description: "*All* that ||grows||", excerpt: "All that" })]);
  visit("/forums");
  expect(await screen.findByText("All that")).toBeVisible();
});

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

test("a card shows posts, activity of the week and the latest post", async () => {
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
  expect(second).toHaveTextContent(/0 posts.*3 posts and replies this week.*No posts yet/);
});

test("the name on a card leads to its profile", async () => {
  answer("get", "/forums", [forum()]);
  visit("/forums");
  const card = within(await screen.findByRole("article"));
  expect(card.getByRole("link", { name: "bob" })).toHaveAttribute("href", "/u/bob");
});
