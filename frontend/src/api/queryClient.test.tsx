import { onlineManager } from "@tanstack/react-query";
import { act, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { visit } from "../../test/app";
import { answer, unreachable } from "../../test/server";
import { forum } from "../../test/fixtures";

afterEach(() => onlineManager.setOnline(true));

test("a list fails offline and loads when the network returns", async () => {
  onlineManager.setOnline(false);
  unreachable("get", "/forums");
  visit("/forums");
  expect(await screen.findByRole("button", { name: "Retry" })).toBeVisible();
  answer("get", "/forums", [forum()]);
  act(() => onlineManager.setOnline(true));
  expect(await screen.findByRole("link", { name: "Gardening" })).toBeVisible();
});
