import { readFileSync } from "node:fs";
import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";

const page = readFileSync("index.html", "utf8");
const script = readFileSync("public/theme.js", "utf8");

/** The head of the page and the script in it, as a browser has them before the first paint. */
function startVisit(more = "") {
  delete document.documentElement.dataset.theme;
  document.head.innerHTML =
    new DOMParser().parseFromString(page, "text/html").head.innerHTML + more;
  // oxlint-disable-next-line typescript/no-implied-eval -- a classic script has no other way in here
  new Function(script)();
}

const theme = () => document.documentElement.dataset.theme;
const media = () =>
  [...document.querySelectorAll<HTMLMetaElement>("meta[name=theme-color]")].map((meta) =>
    meta.getAttribute("media"),
  );
const SYSTEM = ["(prefers-color-scheme: light)", "(prefers-color-scheme: dark)"];

test("the theme script runs in the head, before the first paint", () => {
  const head = new DOMParser().parseFromString(page, "text/html").head;
  const scripts = [...head.querySelectorAll("script")];
  expect(scripts.map((one) => one.outerHTML)).toEqual(['<script src="/theme.js"></script>']);
});

test.each([
  ["with a look of its own", "data-face", "red"],
  ["without one", "data-none", ""],
])("a site %s starts in its accent", (_, face, expected) => {
  localStorage.setItem("accent", JSON.stringify({ "--accent": "red" }));
  document.documentElement.style.removeProperty("--accent");
  startVisit(`<meta property="og:site_name" ${face}>`);
  expect(document.documentElement.style.getPropertyValue("--accent")).toBe(expected);
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

test("blocked localStorage leaves the system's theme", () => {
  vi.spyOn(globalThis, "localStorage", "get").mockImplementation(() => {
    throw new DOMException("The operation is insecure.", "SecurityError");
  });
  expect(startVisit).not.toThrow();
  expect([theme(), media()]).toEqual([undefined, SYSTEM]);
});

test("a chosen theme applies now and on the next visit", async () => {
  localStorage.setItem("theme", "dark");
  startVisit();
  vi.resetModules();
  const { ThemeSelect } = await import("./Appearance");
  render(<ThemeSelect />);
  const select = screen.getByRole("combobox", { name: "Theme" });
  expect(select).toHaveValue("dark");
  for (const [name, shown, colors] of [
    ["Light", "light", ["all", "not all"]],
    ["System", undefined, SYSTEM],
    ["Dark", "dark", ["not all", "all"]],
  ] as const) {
    await userEvent.selectOptions(select, name);
    expect([theme(), media()]).toEqual([shown, colors]);
    startVisit();
    expect([theme(), media()]).toEqual([shown, colors]);
  }
});

test("another tab's choice is shown here too", async () => {
  startVisit();
  const { ThemeSelect } = await import("./Appearance");
  render(<ThemeSelect />);
  localStorage.setItem("theme", "dark");
  act(() => void dispatchEvent(new StorageEvent("storage", { key: "theme" })));
  expect(screen.getByRole("combobox", { name: "Theme" })).toHaveValue("dark");
  expect(theme()).toBe("dark");
});

test("another language is stored and shown after a reload", async () => {
  document.documentElement.lang = "en";
  const reload = vi.fn<() => void>();
  vi.stubGlobal("location", { ...location, reload });
  const { LanguageSelect } = await import("./Appearance");
  render(<LanguageSelect />);
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Language" }), "Deutsch");
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  expect(localStorage.getItem("language")).toBe("de");
});
