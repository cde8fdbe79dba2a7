import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { SearchBox } from "./SearchBox";

test("Clear Search also clears text that was not submitted", async () => {
  const search = vi.fn<(term: string) => void>();
  render(<SearchBox label="Search forums" value="" onSearch={search} clear="always" />);
  const user = userEvent.setup();
  await user.type(screen.getByRole("searchbox"), "boats");
  await user.click(screen.getByRole("button", { name: "Clear Search" }));
  expect(screen.getByRole("searchbox")).toHaveValue("");
  expect(search).toHaveBeenLastCalledWith("");
});

test("without a search there may be nothing to clear", async () => {
  render(<SearchBox label="Search posts" value="" onSearch={() => {}} clear="when-filled" />);
  expect(screen.queryByRole("button", { name: "Clear Search" })).toBeNull();
  await userEvent.type(screen.getByRole("searchbox"), "red");
  expect(screen.getByRole("button", { name: "Clear Search" })).toBeVisible();
});
