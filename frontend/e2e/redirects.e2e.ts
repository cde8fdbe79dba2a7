import { expect } from "@playwright/test";
import { signIn, test } from "./forum.ts";

/** Addresses of another site in the login's `next` parameter; `src/paths.test.ts` has more. */
const ELSEWHERE = ["//evil.example", "/\t/evil.example", "/.//evil.example", "javascript:alert(1)"];

test("the login never leads to another site", async ({ visit, join }) => {
  const [account, page] = [await join("returner"), await visit()];
  const left: string[] = [];
  page.on("framenavigated", (frame) => {
    if (!frame.url().startsWith("http://127.0.0.1:")) left.push(frame.url());
  });
  page.on("dialog", (dialog) => left.push(dialog.message()));
  const written = ELSEWHERE.map((next) => `/login?next=${encodeURIComponent(next)}`);
  // A link may also have it with only the necessary characters encoded.
  for (const path of [...written, "/login?next=//evil.example", "/login?next=/\\evil.example"]) {
    await page.goto(path);
    await signIn(page, account);
    await expect(page.getByRole("dialog", { name: "Welcome, returner!" })).toBeVisible();
    expect(new URL(page.url()).pathname, path).toBe("/");
    await page.evaluate(() => localStorage.clear());
  }
  expect(left).toEqual([]);
});

test("a protected screen opens after the login, without a token", async ({ visit, join }) => {
  const [account, page] = [await join("asker"), await visit()];
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  page.on("framenavigated", (frame) => asked.push(frame.url()));
  await page.goto("/forums/favorites?sort=x#there");
  await signIn(page, account);
  await expect(page).toHaveURL(/\/forums\/favorites\?sort=x/);
  for (const path of ["/messages", "/your-data", "/password", "/"]) await page.goto(path);
  const token = await page.evaluate(() => localStorage.getItem("token") ?? "");
  expect(token.split(".").length).toBe(3);
  const [, claims = "", signature = ""] = token.split(".");
  for (const part of [claims, signature])
    expect(asked.filter((url) => url.includes(part))).toEqual([]);
});
