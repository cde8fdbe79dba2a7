import { expect, test } from "vitest";
import { notification } from "../../../test/fixtures";
import type { Notification } from "../../api/types";
import { addressOf, sentenceOf } from "./sentence";

test.each([
  [{}, "bob replied to you in “First tomatoes”"],
  [{ count: 3 }, "3 replies to you in “First tomatoes”: bob"],
  [{ kind: "mention" }, "bob mentioned you in “First tomatoes”"],
  [{ kind: "watched-post", count: 2 }, "2 new replies in “First tomatoes”: bob"],
  [{ kind: "watched-forum" }, "bob posted “First tomatoes” in Gardening"],
  [{ kind: "moderation", act: "promoted" }, "You are now an admin"],
  [{ kind: "moderation", act: "demoted" }, "You are no longer an admin"],
  [{ kind: "moderation", act: "moderator-added" }, "You are now a moderator of Gardening"],
  [{ kind: "moderation", act: "moderator-removed" }, "You are no longer a moderator of Gardening"],
  [{ kind: "moderation", act: "password-changed" }, "Your password was changed"],
  [
    { kind: "moderation", act: "recovery-codes-renewed" },
    "You have new recovery codes; the old ones no longer work",
  ],
  [
    { kind: "moderation", act: "second-step-added" },
    "Signing in now asks for a code besides your password",
  ],
  [
    { kind: "moderation", act: "second-step-removed" },
    "Signing in no longer asks for a code besides your password",
  ],
  [{ kind: "moderation", act: "passkey-added" }, "A new passkey signs you in"],
  [{ kind: "moderation", act: "passkey-removed" }, "A passkey no longer signs you in"],
  [{ kind: "moderation", act: "identity-linked" }, "A sign-in was connected to your account"],
  [
    { kind: "moderation", act: "identity-removed" },
    "A connected sign-in was removed from your account",
  ],
  [{ kind: "moderation", act: "api-token-added" }, "A new API token acts for you"],
  [{ kind: "moderation", act: "api-token-removed" }, "An API token no longer acts for you"],
  [
    { kind: "moderation", act: "webhook-turned-off" },
    "A webhook was turned off: its receiver did not take anything for a day",
  ],
  [{ kind: "moderation", act: "forum-member-added" }, "You are now a member of Gardening"],
  [
    { kind: "moderation", act: "forum-deleted", post: null },
    "An admin deleted the forum Gardening; 1 post or reply of yours went with it",
  ],
  [
    { kind: "moderation", act: "forum-deleted", count: 12, post: null },
    "An admin deleted the forum Gardening; 12 posts and replies of yours went with it",
  ],
  [
    { kind: "moderation", act: "post-removed", post: null },
    "A moderator removed your post in Gardening",
  ],
  [
    { kind: "moderation", act: "reply-removed" },
    "A moderator removed your reply in “First tomatoes”",
  ],
  [{ kind: "moderation", act: "post-restored" }, "A moderator restored your post “First tomatoes”"],
  [
    { kind: "moderation", act: "reply-restored" },
    "A moderator restored your reply in “First tomatoes”",
  ],
  [{ kind: "moderation", act: "post-locked" }, "A moderator locked your post “First tomatoes”"],
  [{ kind: "moderation", act: "post-approved" }, "A moderator approved your post “First tomatoes”"],
  [
    { kind: "moderation", act: "reply-approved" },
    "A moderator approved your reply in “First tomatoes”",
  ],
  [{ kind: "report", act: "report-resolved", post: null, reply: null }, "Your report was resolved"],
  [{ kind: "report", act: "report-rejected", post: null, reply: null }, "Your report was rejected"],
  [
    { kind: "report", act: "report-resolved", reply: null },
    "Your report about “First tomatoes” was resolved",
  ],
  [
    { kind: "report", act: "report-resolved" },
    "Your report about a reply in “First tomatoes” was resolved",
  ],
  [
    { kind: "report", act: "report-rejected", reply: null },
    "Your report about “First tomatoes” was rejected",
  ],
  [
    { kind: "report", act: "report-rejected" },
    "Your report about a reply in “First tomatoes” was rejected",
  ],
  [
    { kind: "report", act: "appeal-accepted" },
    "Your appeal was accepted: you are no longer banned from Gardening",
  ],
  [
    { kind: "report", act: "appeal-accepted", forum: null },
    "Your appeal was accepted: you are no longer banned",
  ],
  [
    { kind: "report", act: "appeal-rejected" },
    "Your appeal was rejected: you are still banned from Gardening",
  ],
  [{ kind: "report", act: "appeal-rejected", forum: null }, "Your appeal was rejected"],
  [{ actors: [], post: { id: 11, title: "" } }, "Someone replied to you in a removed post"],
  [{ kind: "watched-forum", post: { id: 11, title: "" } }, "bob posted in Gardening"],
  [
    { kind: "moderation", act: "post-restored", post: null },
    "A moderator restored your post in Gardening",
  ],
] as [Partial<Notification>, string][])("%j reads %s", (change, sentence) => {
  expect(sentenceOf(notification(change))).toBe(sentence);
});

test.each([
  [{}, "/posts/11#reply-21"],
  [{ reply: null }, "/posts/11"],
  [{ reply: null, post: null }, "/forums/7"],
  [{ reply: null, post: null, forum: null }, undefined],
  [{ act: "forum-deleted", reply: null, post: null }, "/modlog?forum=7"],
  [{ act: "post-removed", reply: null, post: null }, "/modlog?forum=7"],
  [{ act: "reply-removed" }, "/modlog?forum=7"],
  [{ act: "second-step-removed", reply: null, post: null, forum: null }, "/settings/security"],
  [{ act: "passkey-added", reply: null, post: null, forum: null }, "/settings/security"],
  [{ act: "identity-linked", reply: null, post: null, forum: null }, "/settings/security"],
  [{ act: "api-token-added", reply: null, post: null, forum: null }, "/settings/security"],
  [{ act: "webhook-turned-off", reply: null, post: null }, "/forums/7/webhooks"],
  [{ act: "webhook-turned-off", reply: null, post: null, forum: null }, "/admin/webhooks"],
  [{ act: "post-locked", reply: null }, "/posts/11"],
] as [Partial<Notification>, string | undefined][])("%j leads to %s", (change, address) => {
  expect(addressOf(notification(change))).toBe(address);
});
