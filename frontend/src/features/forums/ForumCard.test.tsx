import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { ForumCard } from "./ForumCard";

test("says so without forum data", () => {
  render(<ForumCard forum={undefined} />);
  expect(screen.getByText("No forum data available.")).toBeVisible();
});
