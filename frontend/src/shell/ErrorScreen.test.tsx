import { screen, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { expect, test, vi } from "vitest";
import { visit } from "../../test/app";
import { answer, server } from "../../test/server";
import { forum } from "../../test/fixtures";

test("a broken screen is replaced and the bar stays", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  answer("get", "/forums", [forum({ timeOfCreation: "no time at all" })]);
  const { user } = visit("/forums");
  server.use(http.head(location.href, () => HttpResponse.error()));
  expect(await screen.findByRole("heading", { name: "Something went wrong" })).toBeVisible();
  const reload = vi.fn<() => void>();
  vi.stubGlobal("location", { ...location, reload });
  await user.click(screen.getByRole("button", { name: "Reload" }));
  expect(await screen.findByText("Server could not be reached.")).toBeVisible();
  expect(reload).not.toHaveBeenCalled();
  expect(document.title).toBe("Something went wrong · POST-UP");
  const bar = within(screen.getByRole("navigation", { name: "Main" }));
  await user.click(bar.getByRole("link", { name: "Login" }));
  expect(await screen.findByRole("heading", { name: "Please Sign In" })).toBeVisible();
});
