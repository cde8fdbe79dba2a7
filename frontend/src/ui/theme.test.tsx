import { readFileSync } from "node:fs";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

const page = readFileSync("index.html", "utf8");
const script = readFileSync("public/theme.js", "utf8");

/** The head of the page and the script in it, as a browser has them before the first paint. */
function startVisit() {
  delete document.documentElement.dataset.theme;
  document.head.innerHTML = new DOMParser().parseFromString(page, "text/html").head.innerHTML;
  // oxlint-disable-next-line typescript/no-implied-eval -- a classic script has no other way in here
  new Function(script)();
}

const theme = () => document.documentElement.dataset.theme;
const media = () =>
  [...document.querySelectorAll<HTMLMetaElement>("meta[name=theme-color]")].map((meta) =>
    meta.getAttribute("media"),
  );
const SYSTEM = ["(prefers-color-scheme: light)", "(prefers-color-scheme: dark)"];

test("the script stands in the head, before the first paint, and is no module", () => {
  const head = new DOMParser().parseFromString(page, "text/html").head;
  const scripts = [...head.querySelectorAll("script")];
  expect(scripts.map((one) => one.outerHTML)).toEqual(['<script src="/theme.js"></script>']);
});

test.each([
  ["light", "light", ["all", "not all"]],
  ["dark", "dark", ["not all", "all"]],
  ["pink", undefined, SYSTEM],
  [null, undefined, SYSTEM],
])("with %s kept, the page starts in the theme %s", (kept, shown, colors) => {
  if (kept) localStorage.setItem("theme", kept);
  startVisit();
  expect(theme()).toBe(shown);
  expect(media()).toEqual(colors);
});

test("the switch changes the theme and its colour, and the next visit starts with it", async () => {
  localStorage.setItem("theme", "dark");
  startVisit();
  const { ThemeSwitch } = await import("./ThemeSwitch");
  render(<ThemeSwitch />);
  await userEvent.click(screen.getByRole("button", { name: "Switch to the light theme" }));
  expect(screen.getByRole("button", { name: "Switch to the dark theme" })).toBeVisible();
  expect([theme(), media()]).toEqual(["light", ["all", "not all"]]);
  startVisit();
  expect([theme(), media()]).toEqual(["light", ["all", "not all"]]);
});
