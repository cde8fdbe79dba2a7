import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { visit } from "../../../test/app";
import { ann, bob, member, ownBan, profile, signIn } from "../../../test/fixtures";
import { answer } from "../../../test/server";
import type { OwnForumBan, Profile } from "../../api/types";

const GARDENING = { id: 7, topic: "Gardening" };
const BOATS = { id: 8, topic: "Boats" };

/** Opens the profile of bob, who is banned so; ann, who looks, moderates these forums. */
function atProfile(
  moderates: (typeof BOATS)[],
  bans: OwnForumBan[] = [],
  change: Partial<Profile> = {},
) {
  answer("get", "/api/people/{username}", ({ url }) =>
    url.pathname.endsWith("/ann") ? profile({ ...ann(), moderates }) : profile(change),
  );
  answer("get", "/api/people/{username}/posts", []);
  const calls = answer("get", "/api/user/{id}/bans", bans);
  return { ...visit("/u/bob"), calls };
}

const tools = async () => within(await screen.findByRole("region", { name: "Bans" }));

test("an admin bans from the site, and sees until when and why", async () => {
  signIn({ authorities: [{ name: "ROLE_ADMIN" }] });
  const accounts = answer("get", "/users/admin", [member()]);
  const banned = member({
    banned: true,
    ban: { until: "2031-05-04T10:00:00Z", reason: "Advertising" },
  });
  const calls = answer("put", "/user/{id}/ban", banned);
  const { user } = atProfile([]);
  await user.click(await (await tools()).findByRole("button", { name: "Ban bob" }));
  answer("get", "/users/admin", [banned]);
  const dialog = within(await screen.findByRole("dialog", { name: "Ban bob?" }));
  await user.click(dialog.getByRole("button", { name: "Ban" }));
  const shown = await tools();
  expect(await shown.findByText("Banned from the site")).toBeVisible();
  expect(shown.getByText(/^until/)).toHaveTextContent("May 4, 2031");
  expect(shown.getByText("Reason: Advertising")).toBeVisible();
  expect(shown.queryByRole("button", { name: "Ban bob" })).toBeNull();
  expect(shown.getByRole("button", { name: "Unban bob" })).toBeVisible();
  expect(accounts[0]?.url.search).toBe("?name=bob");
  expect(calls).toHaveLength(1);
});

test("a moderator chooses the forum of a ban, and lifts another", async () => {
  signIn({}, [7, 8, 9]);
  const { user } = atProfile([GARDENING, BOATS, { id: 9, topic: "Trains" }], [ownBan()]);
  const shown = await tools();
  expect(await shown.findByRole("link", { name: "Gardening" })).toHaveAttribute(
    "href",
    "/forums/7",
  );
  expect(shown.getByText("Reason: Spam in two threads")).toBeVisible();
  expect(shown.queryByRole("button", { name: "Ban bob" })).toBeNull();
  const lifted = answer("delete", "/api/forums/{id}/bans/{userId}", null, { status: 204 });
  await user.click(shown.getByRole("button", { name: "Unban bob from Gardening" }));
  const question = within(await screen.findByRole("dialog", { name: "Unban bob from Gardening?" }));
  await user.click(question.getByRole("button", { name: "Unban" }));
  expect(await screen.findByText("bob is unbanned from Gardening.")).toBeVisible();
  expect(lifted[0]?.url.pathname).toBe("/api/forums/7/bans/2");
  await user.click(shown.getByRole("button", { name: "Ban from a forum…" }));
  expect(shown.queryByRole("menuitem", { name: "Gardening" })).toBeNull();
  const banned = answer("put", "/api/forums/{id}/bans/{userId}", {
    user: member(),
    until: null,
    reason: null,
    by: bob(),
    at: "2026-05-04T10:00:00Z",
  });
  await user.click(shown.getByRole("menuitem", { name: "Boats" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Ban bob from Boats?" }));
  await user.click(dialog.getByRole("button", { name: "Ban" }));
  expect(await screen.findByText("bob is banned from Boats.")).toBeVisible();
  expect(banned[0]?.url.pathname).toBe("/api/forums/8/bans/2");
});

test("the moderator of one forum has one button", async () => {
  signIn({}, [7]);
  atProfile([GARDENING]);
  expect(await (await tools()).findByRole("button", { name: "Ban from Gardening" })).toBeVisible();
});

test("a moderator has no tools for an admin", async () => {
  signIn({}, [7]);
  const { calls } = atProfile([GARDENING], [], { role: "ROLE_ADMIN" });
  await waitFor(() => expect(calls).toHaveLength(1));
  await screen.findByText("Wow, such empty!");
  expect(screen.queryByRole("region", { name: "Bans" })).toBeNull();
});

test("members see no bans and no tools, and nobody their own", async () => {
  signIn();
  const { calls } = atProfile([]);
  await screen.findByRole("link", { name: "Message" });
  expect(screen.queryByRole("region", { name: "Bans" })).toBeNull();
  expect(calls).toHaveLength(0);
});
