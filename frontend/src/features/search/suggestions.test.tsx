import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { visit } from "../../../test/app";
import { hit } from "../../../test/fixtures";
import { answer, refuse } from "../../../test/server";

const FORUM = hit({ kind: "forum", id: 7, title_html: "Tomatoes", post: null });
const PERSON = hit({ kind: "person", id: 2, title_html: "tom", forum: null, post: null });
const POST = hit({ kind: "post", id: 11, title_html: "First <mark>tom</mark>atoes", post: null });

const field = () => screen.findByRole("combobox", { name: "Search everywhere" });
const list = async () => within(await screen.findByRole("listbox", { name: "Suggestions" }));
const options = async () =>
  (await (await list()).findAllByRole("option")).map((one) => one.textContent);

/** Visits a screen and types into the field of the bar. */
async function type(words: string) {
  answer("get", "/api/modlog", []);
  const visited = visit("/modlog");
  await visited.user.type(await field(), words);
  return visited;
}

test("the field suggests the search itself, then forums, people and posts", async () => {
  const calls = answer("get", "/api/search", [POST, PERSON, FORUM]);
  await type("tom");
  await waitFor(async () => expect(await options()).toHaveLength(4));
  expect((await options()).map((text) => text?.replace(/(Forum|Person|Post)$/, ""))).toEqual([
    "Search for “tom”",
    "Tomatoes",
    "tom",
    "First tomatoes",
  ]);
  // One request, once nothing more is typed.
  expect(calls.map(({ url }) => url.searchParams.get("q"))).toEqual(["tom"]);
  expect(await field()).toHaveAttribute("aria-expanded", "true");
});

test("arrow keys move through the list while the focus stays, and Enter opens", async () => {
  answer("get", "/api/search", [FORUM]);
  answer("get", "/forums/{id}", {} as never);
  answer("get", "/api/forum/{id}/posts", []);
  const { user, address } = await type("tom");
  await screen.findByRole("option", { name: /Tomatoes/ });
  const box = await field();
  const active = () => document.getElementById(box.getAttribute("aria-activedescendant") ?? "");
  await user.keyboard("{ArrowDown}");
  expect(active()).toHaveTextContent("Search for “tom”");
  await user.keyboard("{ArrowUp}");
  expect(active()).toBeNull();
  await user.keyboard("{ArrowUp}");
  expect(active()).toHaveTextContent("Tomatoes");
  expect(active()).toHaveAttribute("aria-selected", "true");
  expect(box).toHaveFocus();
  await user.keyboard("{Enter}");
  await waitFor(() => expect(address()).toBe("/forums/7"));
  expect(box).toHaveValue("");
});

test("Enter without a choice searches, and Escape closes the list before it clears", async () => {
  const calls = answer("get", "/api/search", [FORUM]);
  const { user, address } = await type("tom");
  await screen.findByRole("option", { name: /Tomatoes/ });
  const box = await field();
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("listbox")).toBeNull();
  expect(box).toHaveValue("tom");
  expect(box).toHaveAttribute("aria-expanded", "false");
  await user.keyboard("{Enter}");
  await waitFor(() => expect(address()).toBe("/search?q=tom"));
  await waitFor(() => expect(calls.at(-1)?.url.searchParams.get("in")).toContain("replies"));
});

test("a click opens a suggestion, and leaving the field closes the list", async () => {
  answer("get", "/api/search", [PERSON]);
  const { user, address } = await type("tom");
  await user.tab();
  expect(screen.queryByRole("listbox")).toBeNull();
  await user.click(await field());
  await user.click(await screen.findByRole("option", { name: /Search for/ }));
  await waitFor(() => expect(address()).toBe("/search?q=tom"));
});

test("where nothing can be suggested, the search itself still is", async () => {
  refuse("get", "/api/search", 500, {});
  await type("tom");
  expect(await options()).toEqual(["Search for “tom”"]);
});

test("the field of the search screen suggests, too", async () => {
  answer("get", "/api/search", [FORUM]);
  const { user, address } = visit("/search");
  const [, box] = await screen.findAllByRole("combobox", { name: "Search everywhere" });
  await user.type(box!, "tom");
  await (await list()).findByRole("option", { name: /Tomatoes/ });
  await user.keyboard("{ArrowDown}{Enter}");
  await waitFor(() => expect(address()).toBe("/search?q=tom"));
  expect(box).toHaveFocus();
  expect(screen.queryByRole("listbox")).toBeNull();
});
