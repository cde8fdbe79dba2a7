import { screen, waitFor } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { expect, test, vi } from "vitest";
import { visit } from "../../test/app";
import { ann, signIn } from "../../test/fixtures";
import { answer, server } from "../../test/server";

test.each([
  ["/settings", "/settings/account"],
  ["/password", "/settings/security"],
  ["/your-data", "/settings/data"],
])("%s leads the signed in to %s", async (path, tab) => {
  signIn();
  const { address } = visit(path);
  const refreshed = answer("get", "/moderation/user/{id}", []);
  await screen.findByRole("heading", { name: "Settings", level: 1 });
  expect(address()).toBe(tab);
  await waitFor(() => expect(refreshed).toHaveLength(1));
});

test.each(["/settings", "/password", "/your-data", "/settings/account"])(
  "%s asks visitors to sign in, and comes back",
  async (path) => {
    const { address } = visit(path);
    await screen.findByRole("heading", { name: "Please Sign In" });
    expect(address()).toBe(`/login?next=${encodeURIComponent(path)}`);
  },
);

test("the tabs are links, and the shown one is marked", async () => {
  signIn();
  const { user } = visit("/settings/account");
  await user.click(await screen.findByRole("link", { name: "Your data" }));
  await screen.findByRole("button", { name: "Download" });
  await waitFor(() => expect(document.title).toBe("Your data · POST-UP"));
  expect(screen.getByRole("heading", { level: 1 })).toHaveFocus();
  expect(screen.getByRole("link", { name: "Your data" })).toHaveAttribute("aria-current", "page");
  expect(screen.getByRole("link", { name: "Account" })).not.toHaveAttribute("aria-current");
});

test("the appearance has its tab", async () => {
  signIn();
  visit("/settings/appearance");
  expect(await screen.findByRole("combobox", { name: "Theme" })).toBeVisible();
  expect(screen.getByRole("combobox", { name: "Language" })).toBeVisible();
  expect(screen.getByRole("checkbox", { name: "Keyboard shortcuts" })).toBeVisible();
});

test("a member's language is stored with the account, and shown after a reload", async () => {
  signIn();
  const reload = vi.fn<() => void>();
  const calls = answer("put", "/api/user/{id}/settings", () => {
    expect(reload).not.toHaveBeenCalled();
    return { language: "de" as const };
  });
  const { user } = visit("/settings/appearance");
  const field = await screen.findByRole("combobox", { name: "Language" });
  vi.stubGlobal("location", { ...location, reload });
  await user.selectOptions(field, "Deutsch");
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  expect(calls[0]?.body).toEqual({ language: "de" });
});

test("without a connection the language and the page stay", async () => {
  signIn();
  const { user } = visit("/settings/appearance");
  const field = await screen.findByRole("combobox", { name: "Language" });
  const reload = vi.fn<() => void>();
  vi.stubGlobal("location", { ...location, reload });
  server.use(http.head("*", () => HttpResponse.error()));
  await user.selectOptions(field, "Deutsch");
  expect(await screen.findByText("Couldn't change the language.")).toBeVisible();
  expect(screen.getByText("Server could not be reached.")).toBeVisible();
  expect(localStorage.getItem("language")).toBeNull();
  expect(field).toHaveValue("en");
  expect(reload).not.toHaveBeenCalled();
});

test("a tab that there is not is not found", async () => {
  signIn();
  visit("/settings/nothing");
  expect(await screen.findByRole("heading", { name: "Not found" })).toBeVisible();
});

test("a stock picture is chosen and saved", async () => {
  signIn();
  const calls = answer("put", "/api/user/{id}", ann({ userImage: "/images/avatars/avatar-7.svg" }));
  const { user } = visit("/settings/account");
  await user.click(await screen.findByRole("radio", { name: "Avatar 7" }));
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("User details updated successfully.")).toBeVisible();
  expect(calls[0]?.body).toBe("/images/avatars/avatar-7.svg");
});

test("a typed picture address is still there after a look at another tab", async () => {
  signIn();
  const typed = "https://example.org/ann.png";
  const { user } = visit("/settings/account");
  await user.type(await screen.findByLabelText("Image URL"), typed);
  await user.click(screen.getByRole("link", { name: "Your data" }));
  await screen.findByRole("button", { name: "Download" });
  await user.click(screen.getByRole("link", { name: "Account" }));
  expect(await screen.findByText("Draft restored")).toBeVisible();
  expect(screen.getByLabelText("Image URL")).toHaveValue(typed);
  await user.click(screen.getByRole("button", { name: "Discard" }));
  expect(screen.getByLabelText("Image URL")).toHaveValue("");
  expect(screen.queryByText("Draft restored")).toBeNull();
});

test("a saved picture leaves no draft", async () => {
  signIn();
  const typed = "https://example.org/ann.png";
  const calls = answer("put", "/api/user/{id}", ann({ userImage: typed }));
  const { user } = visit("/settings/account");
  await user.type(await screen.findByLabelText("Image URL"), typed);
  expect(localStorage.getItem("draft:1:picture")).toContain(typed);
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("User details updated successfully.")).toBeVisible();
  expect(calls[0]?.body).toBe(typed);
  await waitFor(() => expect(localStorage.getItem("draft:1:picture")).toBeNull());
});
