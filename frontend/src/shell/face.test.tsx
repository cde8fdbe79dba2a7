import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { visit } from "../../test/app";
import { addToHead, inView } from "../../test/browser";
import { resetSite } from "../../test/fixtures";
import { answer, SITE } from "../../test/server";
import { queryClient } from "../api/queryClient";
import { siteQueries } from "../features/site/queries";

vi.mock("./hasStayed", () => ({ hasStayed: () => Promise.resolve() }));

const ANNOUNCED = {
  ...SITE,
  name: "Garden Talk",
  announcement: "We **move** tonight",
  announcement_html: "<p>We <strong>move</strong> tonight</p>",
};
const PAGES = [{ slug: "imprint", title: "Imprint" }];

beforeEach(() => void answer("get", "/forums", []));
afterEach(resetSite);

const announcement = () => screen.findByRole("complementary", { name: "Announcement" });

test("the announcement stays dismissed until its text changes", async () => {
  answer("get", "/api/pages", []);
  answer("get", "/api/site", ANNOUNCED);
  const { user } = visit("/forums");
  const shown = within(await announcement());
  expect(shown.getByText("move").tagName).toBe("STRONG");
  expect(shown.queryByRole("button", { name: "Show more" })).toBeNull();
  await user.click(shown.getByRole("button", { name: "Dismiss the announcement" }));
  expect(screen.queryByRole("complementary", { name: "Announcement" })).toBeNull();
  expect(screen.getByRole("main")).toHaveFocus();
  cleanup();
  visit("/forums");
  await screen.findByRole("link", { name: "Garden Talk" });
  expect(screen.queryByRole("complementary", { name: "Announcement" })).toBeNull();
  queryClient.setQueryData(siteQueries.settings().queryKey, {
    ...ANNOUNCED,
    announcement: "We have moved",
  });
  expect(await announcement()).toBeVisible();
});

test("a long announcement is one line until it is expanded", async () => {
  vi.spyOn(HTMLElement.prototype, "scrollHeight", "get").mockReturnValue(100);
  answer("get", "/api/pages", []);
  answer("get", "/api/site", ANNOUNCED);
  const { user } = visit("/forums");
  await user.click(await screen.findByRole("button", { name: "Show more" }));
  const less = screen.getByRole("button", { name: "Show less" });
  expect(less).toHaveAttribute("aria-expanded", "true");
  await user.click(less);
  expect(screen.getByRole("button", { name: "Show more" })).toBeVisible();
});

test("the foot has the pages first, then the rules and the links", async () => {
  answer("get", "/api/pages", PAGES);
  const footer = [
    { title: "Shop", url: "https://shop.example/" },
    { title: "Log", url: "/modlog" },
  ];
  answer("get", "/api/site", { ...SITE, footer, rules: "Be kind" });
  answer("get", "/api/modlog", []);
  const { user, address } = visit("/forums");
  const foot = within(await screen.findByRole("contentinfo"));
  await foot.findByRole("link", { name: "Imprint" });
  const links = foot.getAllByRole("link").map((link) => link.getAttribute("href"));
  expect(links).toEqual(["/pages/imprint", "/rules", "https://shop.example/", "/modlog"]);
  await user.click(foot.getByRole("link", { name: "Log" }));
  await waitFor(() => expect(address()).toBe("/modlog"));
});

test("a site as new asks for its pages once the foot is in view", async () => {
  const calls = answer("get", "/api/pages", PAGES);
  visit("/forums");
  await screen.findByRole("heading", { level: 1, name: "Forums" });
  expect(calls).toHaveLength(0);
  inView.show(await screen.findByTestId("foot"));
  expect(await screen.findByRole("link", { name: "Imprint" })).toBeVisible();
});

test("the accent of the site stands in for the default, on the next visit at once", async () => {
  answer("get", "/api/pages", []);
  answer("get", "/api/site", { ...SITE, accent: "#0b5a55" });
  visit("/forums");
  const accent = () => document.documentElement.style.getPropertyValue("--accent");
  await waitFor(() => expect(accent()).toMatch(/^light-dark\(#0b5a55, #\w{6}\)$/));
  expect(JSON.parse(localStorage.getItem("accent") ?? "{}")).toMatchObject({
    "--accent": accent(),
  });
  queryClient.setQueryData(siteQueries.settings().queryKey, { ...SITE, accent: "" });
  await waitFor(() => expect(accent()).toBe(""));
  expect(localStorage.getItem("accent")).toBeNull();
});

test("the logo stands for the name, until it fails to load", async () => {
  answer("get", "/api/pages", []);
  answer("get", "/api/site", { ...SITE, name: "Garden Talk", logo: "/images/u/logo.webp" });
  visit("/forums");
  const logo = await screen.findByRole("img", { name: "Garden Talk" });
  expect(logo).toHaveAttribute("src", "/images/u/logo.webp");
  logo.dispatchEvent(new Event("error"));
  await waitFor(() => expect(screen.queryByRole("img", { name: "Garden Talk" })).toBeNull());
  expect(screen.getByRole("link", { name: "Garden Talk" })).toHaveAttribute("href", "/");
});

test.each([
  ["loads", "load", ["/images/u/icon.webp", "/images/u/icon.webp"]],
  ["is broken", "error", ["/favicon.svg", "/favicon.ico"]],
])("the icon of the tab where it %s", async (_, event, expected) => {
  addToHead(`<link rel="icon" href="/favicon.svg" type="image/svg+xml" />
    <link rel="icon" href="/favicon.ico" sizes="32x32" />`);
  const tried = vi.fn<(address: string) => void>();
  class FakeImage extends EventTarget {
    set src(address: string) {
      tried(address);
      this.dispatchEvent(new Event(event));
    }
  }
  vi.stubGlobal("Image", FakeImage);
  answer("get", "/api/pages", []);
  answer("get", "/api/site", { ...SITE, icon: "/images/u/icon.webp" });
  visit("/forums");
  await waitFor(() => expect(tried).toHaveBeenCalledWith("/images/u/icon.webp"));
  const icons = [...document.querySelectorAll('link[rel="icon"]')];
  expect(icons.map((icon) => icon.getAttribute("href"))).toEqual(expected);
});
