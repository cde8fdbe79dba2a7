import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { visit } from "../../../test/app";
import { hit, signIn } from "../../../test/fixtures";
import { answer } from "../../../test/server";

test("a row that is no longer saved stays and keeps the focus", async () => {
  signIn();
  const lists = answer("get", "/api/saved", [hit()]);
  const removals = answer("delete", "/api/posts/{id}/saved", { saved: false });
  const { user } = visit("/saved");
  const row = within(await screen.findByRole("article"));
  answer("get", "/api/saved", []);
  await user.click(row.getByRole("button", { name: "Save", pressed: true }));
  const save = await row.findByRole("button", { name: "Save", pressed: false });
  expect(save).toHaveFocus();
  const saves = answer("put", "/api/posts/{id}/saved", { saved: true });
  answer("get", "/api/saved", [hit()]);
  await user.click(save);
  expect(await row.findByRole("button", { name: "Save", pressed: true })).toHaveFocus();
  await waitFor(() => expect([...removals, ...saves]).toHaveLength(2));
  expect(lists).toHaveLength(1);
});
