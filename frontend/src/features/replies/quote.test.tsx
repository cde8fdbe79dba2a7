import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { reply, signIn } from "../../../test/fixtures";
import { atThread, item } from "../../../test/thread";

beforeEach(() => signIn());

function select(text: string) {
  document.getSelection()?.selectAllChildren(screen.getByText(text));
  document.dispatchEvent(new Event("selectionchange"));
}

const quoteButton = () => screen.findByRole("button", { name: "Quote" });

test("a selection in a reply is quoted in its reply box", async () => {
  const { user } = atThread([reply(), reply({ id: 22, description: "Too green" })]);
  await screen.findByText("Well grown");
  select("Well grown");
  await user.click(await quoteButton());
  const box = item(21).getByLabelText("Your reply");
  await waitFor(() => expect(box).toHaveValue("> Well grown\n\n"));
  expect(box).toHaveFocus();
  expect(screen.queryByRole("button", { name: "Quote" })).toBeNull();
});

test("a selection in the post is added to the comment by key", async () => {
  const { user } = atThread([]);
  const box = await screen.findByLabelText("Write a reply");
  await user.type(box, "So red");
  await user.click(screen.getByRole("heading", { name: "First tomatoes" }));
  select("They are red and there are many of them");
  await quoteButton();
  await user.keyboard("q");
  await waitFor(() =>
    expect(box).toHaveValue("So red\n\n> They are red and there are many of them\n\n"),
  );
});

test("a selection elsewhere is no quote", async () => {
  atThread([reply()]);
  await screen.findByText("Well grown");
  select("First tomatoes");
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(screen.queryByRole("button", { name: "Quote" })).toBeNull();
});
