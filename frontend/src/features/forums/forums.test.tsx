import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { visit } from "../../../test/app";
import { answer, refuse } from "../../../test/server";
import { forum } from "../../../test/fixtures";

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

test("a list that fails to load has a Retry button", async () => {
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

test("a failed search shows the text of an empty one", async () => {
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
