import { screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { answer, refuse } from "../../../test/server";
import { signIn } from "../../../test/fixtures";
import { atPost } from "../../../test/thread";

test("a visitor's vote asks for the login", async () => {
  const { user, address } = atPost();
  await user.click(await screen.findByRole("button", { name: "Upvote" }));
  await waitFor(() => expect(address()).toBe("/login?next=%2Fposts%2F11"));
});

test("a vote is shown at once and sent", async () => {
  signIn();
  const up = { upvotes: 4, downvotes: 1, hasUpvoted: true, hasDownvoted: false };
  const calls = answer("put", "/api/posts/{id}/upvote", up);
  const fetch = vi.spyOn(globalThis, "fetch");
  const { user } = atPost();
  const button = await screen.findByRole("button", { name: "Upvote" });
  await user.click(button);
  expect(button).toHaveAttribute("aria-pressed", "true");
  expect(screen.getByTestId("score")).toHaveTextContent(/^3$/);
  await waitFor(() => expect(calls).toHaveLength(1));
  // `keepalive` sends it even if the page is left at once.
  const asked = fetch.mock.calls.map(([request]) => request);
  const sent = asked.find((one) => one instanceof Request && one.url.endsWith("/upvote"));
  expect(sent).toMatchObject({ method: "PUT", keepalive: true });
});

test("a refused vote is rolled back with the spec's words", async () => {
  signIn();
  refuse("put", "/api/posts/{id}/downvote", 500);
  const { user } = atPost();
  await user.click(await screen.findByRole("button", { name: "Downvote" }));
  expect(await screen.findByRole("alert")).toHaveTextContent(
    "Failed to downvote. Status code: 500",
  );
  expect(screen.getByTestId("score")).toHaveTextContent(/^2$/);
});

test("a score has the number format of the language", async () => {
  atPost({ upvotes: 12_346, downvotes: 1 });
  expect(await screen.findByTestId("score")).toHaveTextContent(/^12,345$/);
});
