import { expect, type Page } from "@playwright/test";
import { signIn, test } from "./forum.ts";
import { faults } from "./looks.ts";
import { MEMBER, VISITOR, type Screen } from "./screens.ts";
import type { World } from "./world.ts";

test("no screen of a visitor has a fault", async ({ visit, world }) => {
  await inspect(await visit(), world, VISITOR);
});

test("no screen of a member has a fault", async ({ visit, admin, world }) => {
  await inspect(await visit(admin), world, MEMBER);
});

test("the banned dialog has no fault", async ({ visit, world: { mallory } }) => {
  const page = await visit();
  await page.goto("/login");
  await signIn(page, mallory);
  await page.getByRole("dialog").waitFor();
  expect(await faults(page, "banned")).toEqual([]);
});

/** All faults of all screens, so that one run tells everything. */
async function inspect(page: Page, world: World, screens: Screen[]) {
  test.setTimeout(180_000);
  const found: string[] = [];
  for (const { name, path, open, shows } of screens)
    await test.step(name, async () => {
      await page.setViewportSize({ width: 1440, height: 844 });
      await page.goto(path(world));
      await open?.(page);
      await expect(shows(page)).toBeVisible();
      found.push(...(await faults(page, name)));
    });
  expect(found.join("\n\n")).toBe("");
}
