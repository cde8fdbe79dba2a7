import { AxeBuilder } from "@axe-core/playwright";
import { expect } from "@playwright/test";
import { ADMIN, createForum, signIn, test } from "./forum.ts";

const OPEN = [
  "/",
  "/login",
  "/register",
  "/forums",
  "/forums?topic=x",
  "/posts/share",
  "/nothing/here",
];
const SIGNED_IN = [
  "/",
  "/forums/favorites",
  "/forums/create",
  "/messages",
  "/users/admin",
  "/password",
];

for (const colorScheme of ["light", "dark"] as const)
  for (const width of [390, 1440])
    test(`no violation, ${colorScheme}, ${width} px`, async ({ browser, origin }) => {
      const context = await browser.newContext({
        baseURL: origin,
        colorScheme,
        viewport: { width, height: 844 },
      });
      const page = await context.newPage();
      const noise: string[] = [];
      page.on("console", (line) => {
        if (line.type() === "error" && !line.text().startsWith("Failed to load"))
          noise.push(line.text());
      });
      const look = async (path: string) => {
        await page.goto(path);
        await page.getByRole("heading", { level: 1 }).waitFor();
        await page.waitForLoadState("networkidle");
        const { violations } = await new AxeBuilder({ page }).analyze();
        expect(violations.map(({ id, nodes }) => [path, id, nodes[0]?.html])).toEqual([]);
        const tooWide = () => document.documentElement.scrollWidth > innerWidth;
        expect(await page.evaluate(tooWide), path).toBe(false);
      };
      for (const path of OPEN) await look(path);
      await signIn(page, ADMIN);
      await createForum(page, `Forum ${colorScheme} ${width}`);
      const { pathname } = new URL(page.url());
      for (const path of [
        ...SIGNED_IN,
        pathname,
        `${pathname}/create-post`,
        `/moderation/forum/${pathname.split("/")[2]}/promote`,
      ])
        await look(path);
      expect(noise).toEqual([]);
      await context.close();
    });
