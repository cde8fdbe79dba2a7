import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { visit } from "../../../test/app";
import { report, signIn } from "../../../test/fixtures";
import { liveServer } from "../../../test/live";
import { aQueue } from "../../../test/queue";
import { answer } from "../../../test/server";

const DECIDED = {
  state: "resolved",
  assignee: "cleo",
  decidedAt: "2026-11-19T10:58:00.123Z",
} as const;

/** A queue of two held posts; another moderator decides the first while its note is written. */
async function decidedMeanwhile(typed: string) {
  const { follows, send } = liveServer();
  signIn({}, [7]);
  const other = report({ id: 6, kind: "held" });
  aQueue(report({ kind: "held" }), other);
  const calls = answer("put", "/api/reports/{id}", { ...other, ...DECIDED });
  const { user, address } = visit("/moderation/queue");
  const card = within(await screen.findByRole("region", { name: "Report" }));
  const note = await card.findByRole("textbox", { name: "Note on the decision" });
  await user.click(note);
  if (typed) await user.keyboard(typed);
  await follows();
  aQueue(report({ kind: "held", ...DECIDED }), other);
  answer("get", "/api/reports", [other]);
  await send("unread", { notifications: 0, messages: 0, reports: 1 });
  await waitFor(() => expect(card.getByText(/Decided by/)).toHaveTextContent("Decided by cleo"));
  return { user, address, card, note, calls };
}

test("a note that is being written stays when another moderator decides", async () => {
  const { user, address, card, note, calls } = await decidedMeanwhile("looks like");
  expect(note).toHaveFocus();
  expect(card.queryByRole("button", { name: "Approve" })).toBeNull();
  await user.keyboard(" a personal attack");
  expect(note).toHaveValue("looks like a personal attack");
  expect(address()).toBe("/moderation/queue?report=5");
  expect(calls).toHaveLength(0);
  await user.click(card.getByRole("button", { name: "Copy" }));
  expect(await navigator.clipboard.readText()).toBe("looks like a personal attack");
  await user.click(card.getByRole("button", { name: "Discard" }));
  await waitFor(() => expect(card.queryByRole("textbox")).toBeNull());
});

test("an empty note stays as long as it has the focus", async () => {
  const { user, card, note, calls } = await decidedMeanwhile("");
  await user.keyboard("ka");
  expect(note).toHaveValue("ka");
  expect(calls).toHaveLength(0);
  await user.clear(note);
  await user.tab();
  await waitFor(() => expect(card.queryByRole("textbox")).toBeNull());
});
