import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { visit } from "../../../test/app";
import { forum, hit } from "../../../test/fixtures";
import { answer, refuse, twoPages } from "../../../test/server";

test("results link to their targets and mark matches", async () => {
  answer("get", "/api/search", [
    hit(),
    hit({ kind: "reply", post: { id: 12, title: "Last tomatoes" }, title_html: "Last tomatoes" }),
    hit({ kind: "forum", title_html: "Tomatoes", score: 2 }),
    hit({ kind: "person", title_html: "tomato", forum: null, user: user("tomato") }),
  ]);
  visit("/search?q=tomatoes");
  const rows = await screen.findAllByRole("article");
  const links = rows.map((row) =>
    within(within(row).getByRole("heading")).getByRole("link").getAttribute("href"),
  );
  expect(links).toEqual(["/posts/11", "/posts/12#reply-11", "/forums/11", "/u/tomato"]);
  expect(rows[0]?.querySelector("mark")).toHaveTextContent("tomatoes");
  expect(rows[0]).toHaveTextContent("Red & ripe tomatoes");
  expect(rows[0]).toHaveTextContent("PostGardeningbob");
  expect(rows[2]).toHaveTextContent("2 posts");
  expect(rows[3]).toHaveTextContent("Joined");
});

const user = (username: string) => ({ username, user_image: "/images/avatars/avatar-2.svg" });

test("the address is what is asked for", async () => {
  const calls = answer("get", "/api/search", [hit()]);
  visit("/search?q=tea&in=replies&author=bob&forum=7&sort=new");
  await screen.findByRole("article");
  const asked = Object.fromEntries(calls[0]!.url.searchParams);
  const wanted = { q: "tea", in: "replies", author: "bob", forum: "7", sort: "new", limit: "20" };
  expect(asked).toEqual(wanted);
});

test("invalid filters in the URL are ignored", async () => {
  const calls = answer("get", "/api/search", [hit()]);
  visit("/search?q=tea&in=cats&forum=x&sort=hot");
  await screen.findByRole("article");
  expect(Object.fromEntries(calls[0]!.url.searchParams)).toEqual({
    q: "tea",
    in: "posts,replies,forums,people",
    limit: "20",
  });
});

test("an empty search sends no request", async () => {
  const calls = answer("get", "/api/search", []);
  const { user: visitor } = visit("/search");
  expect(await screen.findByText(/Search posts, replies, forums and people/)).toBeVisible();
  expect(calls).toEqual([]);
  await visitor.type(
    screen.getAllByRole("combobox", { name: "Search everywhere" })[1]!,
    "tea{Enter}",
  );
  await waitFor(() => expect(calls[0]?.url.searchParams.get("q")).toBe("tea"));
});

test("filters narrow the results and keep the words", async () => {
  const calls = answer("get", "/api/search", [hit()]);
  const { user: visitor, router } = visit("/search?q=tomatoes");
  await screen.findByRole("article");
  await visitor.selectOptions(screen.getByLabelText("Forum"), "Gardening");
  await visitor.selectOptions(screen.getByLabelText("Sort"), "Newest first");
  await visitor.type(screen.getByLabelText("Author"), "bob{Enter}");
  await visitor.click(screen.getByRole("link", { name: "People" }));
  await waitFor(() => expect(calls.at(-1)?.url.searchParams.get("in")).toBe("people"));
  const wanted = "?q=tomatoes&forum=7&sort=new&author=bob&in=people";
  expect(router.state.location.search).toBe(wanted);
});

test("the forum filter names a forum without results", async () => {
  answer("get", "/api/search", []);
  answer("get", "/forums/{id}", forum({ id: 9, topic: "Cooking" }));
  visit("/search?q=tomatoes&forum=9");
  expect(await screen.findByRole("option", { name: "Cooking" })).toBeInTheDocument();
  expect(screen.getByLabelText("Forum")).toHaveValue("9");
});

test("a corrected query offers the typed one", async () => {
  const headers = ({ url }: { url: URL }): Record<string, string> =>
    url.searchParams.get("q") === "tomatos café"
      ? { "Corrected-Query": "tomatoes%20caf%C3%A9" }
      : {};
  const calls = answer("get", "/api/search", [hit()], { headers });
  const { user: visitor } = visit("/search?q=tomatos+caf%C3%A9&sort=new");
  expect(await screen.findByText(/Showing results for/)).toHaveTextContent("tomatoes café");
  expect(screen.getByRole("status")).toContainElement(screen.getByText(/Search instead for/));
  await visitor.click(screen.getByRole("link", { name: "tomatos café" }));
  await waitFor(() => expect(calls.at(-1)?.url.searchParams.get("q")).toBe('"tomatos café"'));
  expect(calls.at(-1)?.url.searchParams.get("sort")).toBe("new");
  await waitFor(() => expect(screen.queryByText(/Search instead for/)).toBeNull());
});

test("an empty result offers a search without filters", async () => {
  answer("get", "/api/search", []);
  const { user: visitor, router } = visit("/search?q=xylophone&author=bob");
  expect(await screen.findByText("Nothing matches “xylophone”.")).toBeVisible();
  await visitor.click(screen.getByRole("link", { name: "Search without filters" }));
  expect(router.state.location.search).toBe("?q=xylophone");
  await waitFor(() => expect(screen.queryByText("Search without filters")).toBeNull());
  expect(screen.getByRole("heading", { level: 1 })).toHaveFocus();
});

test("a refused search shows the reason", async () => {
  refuse("get", "/api/search", 422, { detail: "There is nothing to search for." });
  visit("/search?q=%3F");
  expect(await screen.findByRole("alert")).toHaveTextContent("There is nothing to search for.");
});

test("the next page goes on where the first ended", async () => {
  const calls = answer(
    "get",
    "/api/search",
    ({ url }) => [hit(url.searchParams.has("cursor") ? { id: 12, title_html: "More" } : {})],
    {
      headers: twoPages,
    },
  );
  const { user: visitor } = visit("/search?q=tomatoes");
  await visitor.click(await screen.findByRole("button", { name: "Load more" }));
  expect(await screen.findByRole("link", { name: "More" })).toBeVisible();
  expect(calls[1]?.url.searchParams.get("q")).toBe("tomatoes");
});

test("the filter says who reads a closed forum", async () => {
  const staff = { id: 7, topic: "Staff", visibility: "private" } as const;
  const club = { id: 8, topic: "Club", visibility: "members" } as const;
  answer("get", "/api/search", [hit({ forum: staff }), hit({ id: 12, forum: club })]);
  visit("/search?q=tomatoes");
  await screen.findAllByRole("article");
  const filter = within(screen.getByLabelText("Forum"));
  const names = filter.getAllByRole("option").map((option) => option.textContent);
  expect(names).toEqual(["All forums", "Club (members only)", "Staff (private)"]);
});
