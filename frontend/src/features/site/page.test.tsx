import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { visit } from "../../../test/app";
import { page } from "../../../test/fixtures";
import { answer, refuse } from "../../../test/server";

test("a page of the site shows its text and when it was edited", async () => {
  answer("get", "/api/pages/{slug}", page());
  visit("/pages/imprint");
  expect(await screen.findByRole("heading", { level: 1, name: "Imprint" })).toBeVisible();
  expect(screen.getByText("gardeners").tagName).toBe("STRONG");
  expect(screen.getByText(/^Edited/)).toBeVisible();
  await waitFor(() => expect(document.title).toBe("Imprint · POST-UP"));
});

test("a page that does not exist is not found", async () => {
  refuse("get", "/api/pages/{slug}", 404);
  visit("/pages/nowhere");
  expect(await screen.findByRole("heading", { level: 1, name: "Not found" })).toBeVisible();
  expect(screen.getByText("This page doesn't exist.")).toBeVisible();
});
