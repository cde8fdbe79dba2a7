import { expect } from "@playwright/test";
import { confirm, test } from "./forum.ts";

test("a program uses a token until it is revoked", async ({ visit, join, origin }) => {
  const tilda = await join("tilda");
  const page = await visit(tilda);
  await page.goto("/settings/security");
  await page.getByRole("button", { name: "Create a token…" }).click();
  const dialog = page.getByRole("dialog", { name: "Create an API token" });
  await dialog.getByLabel("Name of the token").fill("Gardening bot");
  await dialog.getByRole("checkbox", { name: "Write" }).check();
  await dialog.getByLabel("Your password").fill(tilda.password);
  await dialog.getByRole("button", { name: "Create the token" }).click();
  const card = page.getByRole("region", { name: "API tokens" });
  const token = await card
    .getByRole("group", { name: "Your new token" })
    .locator("code")
    .innerText();
  expect(token).toMatch(/^postup_[0-9A-Za-z]{40}$/);

  const call = (method: string, path: string, body?: object) =>
    fetch(origin + path, {
      method,
      headers: {
        Accept: "application/json",
        Authorization: `Bearer ${token}`,
        Connection: "close",
        "Content-Type": "application/json",
      },
      ...(body && { body: JSON.stringify(body) }),
    });
  expect((await call("GET", "/api/drafts")).status).toBe(200);
  const written = await call("PUT", `/api/user/${tilda.id}/about`, { about: "Ask my bot." });
  expect(written.status).toBe(200);
  const refused = await call("GET", "/api/reports");
  expect(refused.status).toBe(403);
  expect(await refused.json()).toMatchObject({ code: "scope-missing" });

  await page.reload();
  await expect(card.getByRole("listitem")).toContainText("Gardening botReadWriteCreated on");
  await expect(page.getByText(token)).toBeHidden();
  await card.getByRole("button", { name: "Revoke Gardening bot" }).click();
  await confirm(page, "Revoke the token “Gardening bot”?", "Revoke");
  await expect(page.getByText("The token is revoked.")).toBeVisible();
  await expect(card.getByRole("listitem")).toHaveCount(0);
  expect((await call("GET", "/api/drafts")).status).toBe(401);
});
