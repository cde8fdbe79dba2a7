import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { visit } from "../../../test/app";
import { answer, refuse, unreachable } from "../../../test/server";
import { forum, signIn } from "../../../test/fixtures";

async function write(topic: string, description: string) {
  signIn();
  const { user, address } = visit("/forums/create");
  await user.type(await screen.findByLabelText("Title"), topic);
  await user.type(screen.getByLabelText("Description"), description);
  return { user, address, submit: screen.getByRole("button", { name: "Submit" }) };
}

test("a forum is created with its title trimmed", async () => {
  answer("get", "/forums", []);
  const calls = answer("post", "/forums/create", forum(), { status: 201 });
  const { user, submit, address } = await write("  Gardening ", "All that grows");
  await user.click(submit);
  expect(await screen.findByText("Forum created successfully.")).toBeVisible();
  expect(address()).toBe("/forums");
  expect(calls[0]?.body).toMatchObject({
    topic: "Gardening",
    description: "All that grows",
    author: "ann",
    visibility: "public",
  });
  expect(localStorage.getItem("draft:1:forum:topic")).toBeNull();
});

test("Submit is disabled while title or description is blank", async () => {
  const { submit } = await write("  ", "All that grows");
  expect(submit).toBeDisabled();
  expect(screen.getByText("The new forum must have a title.")).toBeVisible();
});

test("a refused forum shows the status text and keeps the form", async () => {
  refuse("post", "/forums/create", 409, { title: "Conflict", detail: "That topic is taken." });
  const { user, submit } = await write("Gardening", "All that grows");
  await user.click(submit);
  const alert = await screen.findByRole("alert");
  expect(alert).toHaveTextContent('Error adding forum. Response received was "Conflict".');
  expect(alert).toHaveTextContent("That topic is taken.");
  expect(screen.getByLabelText("Title")).toHaveValue("Gardening");
  expect(localStorage.getItem("draft:1:forum:topic")).toContain("Gardening");
});

test("a taken title is marked at its field", async () => {
  const detail = "There is already a forum with this topic. Choose another title.";
  refuse("post", "/forums/create", 409, { title: "Conflict", code: "topic-taken", detail });
  const { user, submit } = await write("Gardening", "All that grows");
  await user.click(submit);
  await waitFor(() => expect(screen.getByLabelText("Title")).toHaveAccessibleDescription(detail));
  expect(screen.getByLabelText("Title")).toHaveFocus();
});

test("an unreachable server shows an error", async () => {
  unreachable("post", "/forums/create");
  const { user, submit } = await write("Gardening", "All that grows");
  await user.click(submit);
  expect(await screen.findByRole("alert")).toHaveTextContent("Server could not be reached.");
});

test("a 404 leads to the Not found page", async () => {
  refuse("post", "/forums/create", 404);
  const { user, submit } = await write("Gardening", "All that grows");
  await user.click(submit);
  expect(await screen.findByRole("heading", { name: "Not found" })).toBeVisible();
});

test("a new forum is for those who were chosen, also after a reload", async () => {
  answer("get", "/forums", []);
  const calls = answer("post", "/forums/create", forum(), { status: 201 });
  const { user, submit } = await write("Staff", "For us");
  const who = screen.getByRole("group", { name: "Who can read this forum?" });
  expect(within(who).getByRole("radio", { name: "Public" })).toBeChecked();
  const closed = within(who).getByRole("radio", { name: "Private" });
  expect(closed).toHaveAccessibleDescription(/^Only the members of this forum/);
  await user.click(closed);
  expect(localStorage.getItem("draft:1:forum:visibility")).toContain("private");
  await user.click(submit);
  expect(await screen.findByText("Forum created successfully.")).toBeVisible();
  expect(calls[0]?.body).toMatchObject({ visibility: "private" });
  expect(localStorage.getItem("draft:1:forum:visibility")).toBeNull();
});
