import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { visit } from "../../../test/app";
import { forum, signIn } from "../../../test/fixtures";
import { answer, refuse } from "../../../test/server";

const ADDRESS = "/forums/join?code=c0de";

test("who is invited joins and comes to the forum", async () => {
  signIn();
  const staff = forum({ topic: "Staff", visibility: "private" });
  const calls = answer("post", "/api/forums/join", staff);
  answer("get", "/forums/{id}", staff);
  answer("get", "/api/forum/{id}/posts", []);
  const { user, address } = visit(ADDRESS);
  expect(
    await screen.findByText(/^You are invited to a forum that only its members/),
  ).toBeVisible();
  // What the invitation leads to comes with a request of its own.
  expect(await screen.findByRole("heading", { level: 2, name: /^Staff/ })).toBeVisible();
  expect(screen.getByText("For those who help")).toBeVisible();
  expect(screen.getByText(/3 members/)).toHaveTextContent("3 members · ada invites you");
  expect(calls).toHaveLength(0);
  await user.click(screen.getByRole("button", { name: "Join" }));
  expect(await screen.findByText("You are a member of Staff now.")).toBeVisible();
  expect(address()).toBe("/forums/7");
  expect(calls[0]?.body).toEqual({ code: "c0de" });
  expect(await screen.findByRole("heading", { level: 1, name: /^Staff/ })).toBeVisible();
});

test("an invitation that ended or never was is told in words", async () => {
  signIn();
  refuse("post", "/api/forums/join", 404);
  const { user } = visit(ADDRESS);
  await user.click(await screen.findByRole("button", { name: "Join" }));
  const alert = await screen.findByRole("alert");
  expect(alert).toHaveTextContent("This invitation has ended or is unknown.");
  expect(alert).toHaveTextContent("Ask whoever sent it to you for a new one.");
  expect(screen.queryByRole("button", { name: "Join" })).toBeNull();
});

test("an invitation that ended shows nothing to join", async () => {
  signIn();
  refuse("get", "/api/forums/join", 404);
  visit(ADDRESS);
  expect(await screen.findByText("This invitation has ended or is unknown.")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Join" })).toBeNull();
});

test("an address without a code joins nothing", async () => {
  signIn();
  visit("/forums/join");
  expect(await screen.findByText("This invitation has ended or is unknown.")).toBeVisible();
});

test("who is banned from the forum reads why", async () => {
  signIn();
  refuse("post", "/api/forums/join", 403, { code: "banned-from-forum", reason: "Spam" });
  const { user } = visit(ADDRESS);
  await user.click(await screen.findByRole("button", { name: "Join" }));
  const alert = await screen.findByRole("alert");
  expect(alert).toHaveTextContent("Couldn't join the forum.");
  await waitFor(() => expect(alert).toHaveTextContent("Reason: Spam"));
  expect(screen.getByRole("button", { name: "Join" })).toBeVisible();
});

test("a visitor signs in first and comes back to the invitation", async () => {
  const { address } = visit(ADDRESS);
  await waitFor(() => expect(address()).toBe("/login?next=%2Fforums%2Fjoin%3Fcode%3Dc0de"));
});
