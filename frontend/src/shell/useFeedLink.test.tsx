import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { visit } from "../../test/app";
import { addToHead } from "../../test/browser";
import { forum, post, profile } from "../../test/fixtures";
import { answer } from "../../test/server";

test("the link to a feed follows the screen", async () => {
  addToHead('<link rel="alternate" type="application/atom+xml" href="/forums/7/feed.atom">');
  const href = () =>
    document.querySelector("link[type='application/atom+xml']")?.getAttribute("href");
  answer("get", "/forums", [forum()]);
  answer("get", "/forums/{id}", forum());
  answer("get", "/api/forum/{id}/posts", [post()]);
  answer("get", "/api/people/{username}", profile());
  answer("get", "/api/people/{username}/posts", []);
  const { user } = visit("/forums");
  await waitFor(() => expect(href()).toBe("/feed.atom"));
  await user.click(await screen.findByRole("link", { name: "Gardening" }));
  await waitFor(() => expect(href()).toBe("/forums/7/feed.atom"));
  await user.click((await screen.findAllByRole("link", { name: "bob" }))[0] as HTMLElement);
  await waitFor(() => expect(href()).toBe("/u/bob/feed.atom"));
});
