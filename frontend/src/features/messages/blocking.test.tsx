import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { visit } from "../../../test/app";
import { atChat } from "../../../test/chat";
import { answer, refuse } from "../../../test/server";
import { contact, message, signIn } from "../../../test/fixtures";

test("block and unblock ask for confirmation", async () => {
  const { user } = atChat([message()]);
  const block = answer("put", "/api/contacts/{userId}/block", null, { status: 204 });
  const unblock = answer("delete", "/api/contacts/{userId}/block", null, { status: 204 });
  await user.type(await screen.findByLabelText("Message"), "Half a thought");
  await user.click(await screen.findByRole("button", { name: "Block" }));
  const question = await screen.findByRole("dialog");
  expect(question).toHaveTextContent(/Block bob\? .* Existing messages are kept\./);
  await user.click(within(question).getByRole("button", { name: "Cancel" }));
  expect(block).toHaveLength(0);

  await user.click(screen.getByRole("button", { name: "Block" }));
  await user.click(
    within(await screen.findByRole("dialog")).getByRole("button", { name: "Block" }),
  );
  const note = await screen.findByText(/You have blocked bob\./);
  await waitFor(() => expect(note).toHaveFocus());
  expect(block).toHaveLength(1);
  expect(screen.queryByLabelText("Message")).toBeNull();
  expect(screen.getByText("Hello ann")).toBeVisible();

  await user.click(screen.getByRole("button", { name: "Unblock" }));
  const again = await screen.findByRole("dialog");
  await user.click(within(again).getByRole("button", { name: "Unblock" }));
  const box = await screen.findByLabelText("Message");
  expect(box).toHaveValue("Half a thought");
  expect(box).toHaveFocus();
  expect(await screen.findByRole("status")).toHaveTextContent("bob is unblocked.");
  expect(unblock).toHaveLength(1);
});

test("blocking is offered when the block state is unknown", async () => {
  refuse("get", "/api/contacts/{userId}/block", 500);
  const { user } = atChat([]);
  answer("put", "/api/contacts/{userId}/block", null, { status: 204 });
  await user.click(await screen.findByRole("button", { name: "Block" }));
  await user.click(
    within(await screen.findByRole("dialog")).getByRole("button", { name: "Block" }),
  );
  expect(await screen.findByText(/You have blocked bob\./)).toBeVisible();
});

test("a blocked chat has no Block button", async () => {
  const slow = Promise.withResolvers<{ blocked: boolean }>();
  answer("get", "/api/contacts/{userId}/block", () => slow.promise);
  atChat([message()]);
  await screen.findByText("Hello ann");
  expect(screen.queryByRole("button", { name: "Block" })).toBeNull();
  slow.resolve({ blocked: true });
  await screen.findByRole("button", { name: "Unblock" });
  expect(screen.queryByRole("button", { name: "Block" })).toBeNull();
  expect(document.body).toHaveFocus();
});

test("a failed block shows an error and changes nothing", async () => {
  const { user } = atChat([]);
  refuse("put", "/api/contacts/{userId}/block", 503, { detail: "Please try again." });
  await user.click(await screen.findByRole("button", { name: "Block" }));
  await user.click(
    within(await screen.findByRole("dialog")).getByRole("button", { name: "Block" }),
  );
  const alert = await screen.findByRole("alert");
  expect(alert).toHaveTextContent(/Failed to block bob\..*Please try again\./);
  expect(screen.getByLabelText("Message")).toBeVisible();
});

test("a blocked member sees an error and keeps the text", async () => {
  const { user } = atChat([]);
  const detail = "This person does not accept messages from you.";
  refuse("post", "/api/contacts/{userId}", 403, { code: "blocked", detail });
  await user.type(await screen.findByLabelText("Message"), "Hello?");
  await user.click(screen.getByRole("button", { name: "Send" }));
  expect(await screen.findByRole("alert")).toHaveTextContent(detail);
  expect(screen.getByLabelText("Message")).toHaveValue("Hello?");
});

test("a blocked contact is marked", async () => {
  signIn();
  answer("get", "/api/contacts", [contact({ blocked: true })]);
  visit("/messages");
  expect(await screen.findByRole("link", { name: /bob/ })).toHaveTextContent("blocked");
});
