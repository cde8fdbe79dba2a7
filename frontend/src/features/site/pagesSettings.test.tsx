import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { visit } from "../../../test/app";
import { page, signIn } from "../../../test/fixtures";
import { answer, refuse } from "../../../test/server";

const PAGES = [{ slug: "imprint", title: "Imprint" }];

beforeEach(() => {
  signIn({ authorities: [{ name: "ROLE_ADMIN" }] });
  answer("get", "/api/pages", PAGES);
});

test("an admin adds a page, but not over another one", async () => {
  const calls = answer("put", "/api/pages/{slug}", page({ slug: "privacy", title: "Privacy" }));
  const { user } = visit("/admin/pages");
  await user.click(await screen.findByRole("button", { name: "Add a page" }));
  const form = within(screen.getByRole("region", { name: "Add a page" }));
  const name = form.getByRole("textbox", { name: "Name in the address" });
  await user.type(name, "imprint");
  expect(form.getByText("There is already a page at this address.")).toBeVisible();
  await user.clear(name);
  await user.type(name, "privacy");
  await user.type(form.getByRole("textbox", { name: "Title" }), "Privacy");
  await user.type(form.getByRole("textbox", { name: "Text" }), "We keep little");
  answer("get", "/api/pages", [...PAGES, { slug: "privacy", title: "Privacy" }]);
  await user.click(form.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Page saved.")).toBeVisible();
  expect(calls[0]?.url.pathname).toBe("/api/pages/privacy");
  expect(calls[0]?.body).toEqual({ title: "Privacy", text: "We keep little" });
  const list = within(screen.getByRole("list", { name: "Pages" }));
  const added = await list.findByRole("link", { name: "Privacy" });
  expect(added).toHaveAttribute("href", "/pages/privacy");
  expect(screen.queryByRole("region", { name: "Add a page" })).toBeNull();
});

test("an admin edits a page", async () => {
  answer("get", "/api/pages/{slug}", page());
  const calls = answer("put", "/api/pages/{slug}", page({ title: "Imprint!" }));
  const { user } = visit("/admin/pages");
  await user.click(await screen.findByRole("button", { name: "Edit Imprint" }));
  const title = await screen.findByRole("textbox", { name: "Title" });
  expect(title).toHaveValue("Imprint");
  expect(screen.queryByRole("textbox", { name: "Name in the address" })).toBeNull();
  await user.type(title, "!");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(calls).toHaveLength(1));
  expect(calls[0]?.url.pathname).toBe("/api/pages/imprint");
  expect(calls[0]?.body).toEqual({ title: "Imprint!", text: "The **gardeners**" });
});

test("an admin deletes a page after a confirmation", async () => {
  const calls = answer("delete", "/api/pages/{slug}", null, { status: 204 });
  const { user } = visit("/admin/pages");
  await user.click(await screen.findByRole("button", { name: "Delete Imprint" }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(calls).toHaveLength(0);
  answer("get", "/api/pages", []);
  await user.click(dialog.getByRole("button", { name: "Delete" }));
  expect(await screen.findByText("Page deleted.")).toBeVisible();
  expect(calls[0]?.url.pathname).toBe("/api/pages/imprint");
  expect(await screen.findByText(/linked at the foot of every screen/)).toBeVisible();
});

test("a page too many is refused with the reason, and the text stays", async () => {
  const detail = "A site has at most 20 pages.";
  refuse("put", "/api/pages/{slug}", 422, { code: "too-many-pages", detail });
  const { user } = visit("/admin/pages");
  await user.click(await screen.findByRole("button", { name: "Add a page" }));
  await user.type(screen.getByRole("textbox", { name: "Name in the address" }), "more");
  await user.type(screen.getByRole("textbox", { name: "Title" }), "More");
  await user.type(screen.getByRole("textbox", { name: "Text" }), "Words");
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText(detail)).toBeVisible();
  expect(screen.getByRole("textbox", { name: "Text" })).toHaveValue("Words");
});
