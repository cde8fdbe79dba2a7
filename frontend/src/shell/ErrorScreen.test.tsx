import { screen, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { visit } from "../../test/app";
import { answer } from "../../test/server";
import { forum } from "../../test/fixtures";

test("a broken screen is replaced and the bar stays", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  answer("get", "/forums", [forum({ timeOfCreation: "no time at all" })]);
  const { user } = visit("/forums");
  expect(await screen.findByRole("heading", { name: "Something went wrong" })).toBeVisible();
  expect(screen.getByRole("button", { name: "Reload" })).toBeVisible();
  expect(document.title).toBe("Something went wrong · POST-UP");
  const bar = within(screen.getByRole("navigation", { name: "Main" }));
  await user.click(bar.getByRole("link", { name: "Login" }));
  expect(await screen.findByRole("heading", { name: "Please Sign In" })).toBeVisible();
});
