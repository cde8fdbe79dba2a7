import { screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { visit } from "../../../test/app";
import { forum } from "../../../test/fixtures";
import { fillLogin } from "../../../test/login";
import { answer, refuse, SITE } from "../../../test/server";

const IMPRINT = { slug: "imprint", title: "Imprint" };
const name = "Contact the administrators";

test.each([
  [
    "the page named contact",
    [IMPRINT, { slug: "contact", title: "Write to us" }],
    "/pages/contact",
  ],
  ["else the imprint", [IMPRINT], "/pages/imprint"],
])("who has lost password and codes is led to %s", async (_, pages, address) => {
  answer("get", "/api/pages", pages);
  visit("/login/recovery");
  expect(await screen.findByRole("link", { name })).toHaveAttribute("href", address);
});

test("without such a page the words stay words, and lead nowhere", async () => {
  answer("get", "/api/pages", [{ slug: "faq", title: "Questions" }]);
  visit("/login/recovery");
  expect(await screen.findByText(/Contact the administrators: they can set/)).toBeVisible();
  expect(screen.queryByRole("link", { name })).toBeNull();
});

test("a refused sign-in of a banned member leads to the admins", async () => {
  answer("get", "/api/pages", [IMPRINT]);
  refuse("post", "/login", 403, { detail: "You have been banned.", code: "banned" });
  const { user } = visit("/login");
  await fillLogin(user);
  const dialog = within(await screen.findByRole("dialog", { name: "Sorry, login unsuccessful" }));
  expect(await dialog.findByRole("link", { name })).toHaveAttribute("href", "/pages/imprint");
});

test("where nobody can sign up, the admins can be reached", async () => {
  answer("get", "/api/pages", [IMPRINT]);
  answer("get", "/api/site", { ...SITE, registration: "closed" });
  visit("/register");
  expect(await screen.findByRole("link", { name })).toHaveAttribute("href", "/pages/imprint");
});

test("a broken screen leads to the admins", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  answer("get", "/api/pages", [IMPRINT]);
  answer("get", "/forums", [forum({ timeOfCreation: "no time at all" })]);
  visit("/forums");
  expect(await screen.findByRole("link", { name })).toHaveAttribute("href", "/pages/imprint");
});

test("the rules of the site have a screen of their own", async () => {
  answer("get", "/api/site", {
    ...SITE,
    rules: "Be **kind**",
    rules_html: "<p>Be <strong>kind</strong></p>",
  });
  visit("/rules");
  expect(
    await screen.findByRole("heading", { level: 1, name: "Rules of this site" }),
  ).toBeVisible();
  expect((await screen.findByText("kind")).tagName).toBe("STRONG");
  await waitFor(() => expect(document.title).toBe("Rules of this site · POST-UP"));
});

test("a site without rules says so", async () => {
  visit("/rules");
  expect(await screen.findByText("This site has no rules of its own.")).toBeVisible();
});
