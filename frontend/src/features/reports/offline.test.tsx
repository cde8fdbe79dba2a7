import { screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { signIn } from "../../../test/fixtures";
import { atPost } from "../../../test/thread";

const chunk = vi.hoisted(() => ({ isThere: false }));
vi.mock("./ReportDialog", async (load) => {
  const module = await load<typeof import("./ReportDialog")>();
  return {
    get ReportDialog() {
      if (!chunk.isThere) throw new TypeError("Failed to fetch dynamically imported module");
      return module.ReportDialog;
    },
  };
});

test("a dialog whose chunk fails to load leaves the screen, and opens later", async () => {
  signIn();
  const { user } = atPost();
  await user.click(await screen.findByRole("button", { name: "More actions" }));
  await user.click(screen.getByRole("menuitem", { name: "Report" }));
  expect(await screen.findByRole("alert")).toHaveTextContent(
    "Couldn't load this part of the page.",
  );
  expect(screen.getByRole("heading", { level: 1, name: "First tomatoes" })).toBeVisible();
  chunk.isThere = true;
  await user.click(screen.getByRole("button", { name: "More actions" }));
  await user.click(screen.getByRole("menuitem", { name: "Report" }));
  await waitFor(() => expect(screen.getByRole("dialog")).toBeVisible());
});
