import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { visit } from "../../../test/app";
import { forum, signIn } from "../../../test/fixtures";
import { answer, refuse } from "../../../test/server";
import type { Webhook, WebhookDelivery } from "../../api/types";

const URL = "https://bot.example/hook";

const webhook = (change: Partial<Webhook> = {}): Webhook => ({
  id: 3,
  url: URL,
  events: ["post.created"],
  forum: null,
  active: true,
  failures: 0,
  ...change,
});

const delivery = (change: Partial<WebhookDelivery> = {}): WebhookDelivery => ({
  id: 9,
  event: "post.created",
  at: "2026-11-20T10:58:00.123Z",
  status: "delivered",
  tries: 1,
  nextTry: null,
  ...change,
});

beforeEach(() => {
  signIn({ authorities: [{ name: "ROLE_ADMIN" }] });
  answer("get", "/api/webhooks", []);
});

test("an admin makes a webhook and is shown its secret once", async () => {
  const calls = answer("post", "/api/webhooks", webhook({ secret: "whsec_abc" }), { status: 201 });
  const { user } = visit("/admin/webhooks");
  await user.click(await screen.findByRole("button", { name: "Add a webhook" }));
  const form = within(screen.getByRole("region", { name: "Add a webhook" }));
  await user.type(form.getByRole("textbox", { name: "Address" }), URL);
  await user.click(form.getByRole("button", { name: "Save" }));
  expect(form.getByText("Choose one event at least.")).toBeVisible();
  await user.click(form.getByRole("checkbox", { name: "New post" }));
  await user.click(form.getByRole("checkbox", { name: "New member" }));
  answer("get", "/api/webhooks", [webhook()]);
  await user.click(form.getByRole("button", { name: "Save" }));
  expect(await screen.findByRole("textbox", { name: "Secret" })).toHaveValue("whsec_abc");
  expect(calls[0]?.body).toEqual({ url: URL, events: ["post.created", "user.registered"] });
  await user.click(screen.getByRole("button", { name: "Copy secret" }));
  expect(await screen.findByText("Secret copied.")).toBeVisible();
});

test("a refused address is told at its field, and what was typed stays", async () => {
  const message = "The address was not found on the public internet, or is one of this site.";
  refuse("post", "/api/webhooks", 422, { code: "invalid", errors: [{ field: "url", message }] });
  const { user } = visit("/admin/webhooks");
  await user.click(await screen.findByRole("button", { name: "Add a webhook" }));
  const address = screen.getByRole("textbox", { name: "Address" });
  await user.type(address, "https://localhost/");
  await user.click(screen.getByRole("checkbox", { name: "New reply" }));
  await user.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(address).toHaveAccessibleDescription(message));
  expect(address).toHaveValue("https://localhost/");
});

test("an admin turns a webhook on that was turned off", async () => {
  answer("get", "/api/webhooks", [webhook({ active: false, failures: 13 })]);
  const calls = answer("put", "/api/webhooks/{id}", webhook());
  const { user } = visit("/admin/webhooks");
  const list = within(await screen.findByRole("list", { name: "Webhooks" }));
  expect(list.getByText("Off")).toBeVisible();
  await user.click(list.getByRole("button", { name: `Edit ${URL}` }));
  const on = screen.getByRole("checkbox", { name: "Turned on" });
  expect(on).not.toBeChecked();
  await user.click(on);
  answer("get", "/api/webhooks", [webhook()]);
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await list.findByText("On")).toBeVisible();
  expect(calls[0]?.body).toEqual({ url: URL, events: ["post.created"], active: true });
});

test("deliveries show their state, and one is sent again", async () => {
  answer("get", "/api/webhooks", [webhook({ failures: 2 })]);
  const waiting = { id: 8, tries: 2, status: "waiting", nextTry: "2026-11-20T11:03:00.123Z" };
  answer("get", "/api/webhooks/{id}/deliveries", [delivery(waiting), delivery({ event: "ping" })]);
  const path = "/api/webhooks/{id}/deliveries/{deliveryId}/again";
  const calls = answer("post", path, null, { status: 202 });
  const { user } = visit("/admin/webhooks");
  expect(await screen.findByText("2 failed tries")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Recent deliveries" }));
  const [, first, second] = await screen.findAllByRole("row");
  expect(first).toHaveTextContent(/New post.*Waiting.*2 tries · next at/);
  expect(second).toHaveTextContent(/Ping.*Delivered.*1 try/);
  await user.click(screen.getByRole("button", { name: "Send New post again" }));
  await waitFor(() => expect(calls[0]?.url.pathname).toBe("/api/webhooks/3/deliveries/8/again"));
});

test("a ping opens the deliveries", async () => {
  answer("get", "/api/webhooks", [webhook()]);
  answer("get", "/api/webhooks/{id}/deliveries", []);
  const calls = answer("post", "/api/webhooks/{id}/ping", null, { status: 202 });
  const { user } = visit("/admin/webhooks");
  answer("get", "/api/webhooks/{id}/deliveries", [delivery({ event: "ping" })]);
  await user.click(await screen.findByRole("button", { name: "Send a ping" }));
  expect(await screen.findByText("A ping is on its way.")).toBeVisible();
  expect(await screen.findByRole("rowheader", { name: /Ping/ })).toBeVisible();
  expect(calls).toHaveLength(1);
});

test("a webhook is deleted after a confirmation", async () => {
  answer("get", "/api/webhooks", [webhook()]);
  const calls = answer("delete", "/api/webhooks/{id}", null, { status: 204 });
  const { user } = visit("/admin/webhooks");
  await user.click(await screen.findByRole("button", { name: `Delete ${URL}` }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(calls).toHaveLength(0);
  answer("get", "/api/webhooks", []);
  await user.click(dialog.getByRole("button", { name: "Delete" }));
  expect(await screen.findByText("Webhook deleted.")).toBeVisible();
  await waitFor(() => expect(screen.queryByText(URL)).toBeNull());
});

test("moderators make webhooks of their forum, which are not told who registers", async () => {
  signIn({}, [4]);
  answer("get", "/forums/{id}", forum({ id: 4, topic: "Tea" }));
  const calls = answer("get", "/api/webhooks", []);
  const { user } = visit("/forums/4/webhooks");
  await user.click(await screen.findByRole("button", { name: "Add a webhook" }));
  expect(screen.queryByRole("checkbox", { name: "New member" })).toBeNull();
  expect(calls[0]?.url.search).toBe("?forum=4");
});
