import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { visit } from "../../../test/app";
import { forum } from "../../../test/fixtures";
import { answer } from "../../../test/server";
import { ForumCard } from "./ForumCard";

test("says so without forum data", () => {
  render(<ForumCard forum={undefined} />);
  expect(screen.getByText("No forum data available.")).toBeVisible();
});

test("shows descriptions without markup", async () => {
  answer("get", "/forums", [forum({ description: "*All* that ||grows||", excerpt: "All that" })]);
  visit("/forums");
  expect(await screen.findByText("All that")).toBeVisible();
});
