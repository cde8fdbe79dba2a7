import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { visit } from "../../test/app";
import { answer, refuse } from "../../test/server";
import { ann, signIn } from "../../test/fixtures";
import { session } from "../api/session";
import { ROUTE_TABLE } from "../routeTable";

const bar = () => within(screen.getByRole("navigation", { name: "Main" }));

function atLogin() {
  return visit("/login");
}

test("shows the logo, home, forums and login to visitors", async () => {
  atLogin();
  await screen.findByRole("heading", { name: "Please Sign In" });
  expect(bar().getByAltText("POST-UP")).toHaveAttribute("src", "/images/POST-UP_logo.png");
  const names = bar()
    .getAllByRole("link")
    .map((link) => link.textContent);
  expect(names).toEqual(["", "Home", "Forums", "Login"]);
});

test("members see their links and the active one is marked", async () => {
  signIn();
  visit("/messages");
  answer("get", "/api/contacts", []);
  await screen.findByText("Wow, such empty!");
  const names = bar()
    .getAllByRole("link")
    .map((link) => link.textContent);
  expect(names).toEqual(["", "Home", "Forums", "Favorites", "Messages", "New post"]);
  expect(bar().getByRole("button", { name: "Logout" })).toBeVisible();
  expect(bar().getByRole("link", { name: "Messages" })).toHaveClass("active");
  expect(bar().getByRole("link", { name: "Home" })).not.toHaveClass("active");
  expect(bar().getByText("ann")).toBeVisible();
});

test.each([
  [{ authorities: [{ name: "ROLE_ADMIN" }] }, true],
  [{ authorities: [{ name: "ROLE_ADMIN" }], username: "" }, false],
  [{ authorities: [{ name: "ROLE_MODERATOR" }] }, false],
  [{ authorities: [] }, false],
])("ADMIN is there for admins with a username: %o %s", async (change, there) => {
  signIn(change as never);
  visit("/password");
  await screen.findByRole("heading", { name: "Change password" });
  expect(bar().queryByRole("link", { name: "ADMIN" }) !== null).toBe(there);
});

test("the picture toggles the image form, which gets focus", async () => {
  signIn();
  const { user } = visit("/password");
  const picture = await screen.findByRole("button", { name: /Profile picture/ });
  expect(picture).toHaveAccessibleDescription("Do you want to change you profile picture?");
  await user.click(picture);
  const input = screen.getByLabelText("Profile Image URL");
  expect(input).toHaveFocus();
  expect(input).toHaveAttribute("placeholder", "Enter new image URL");
  await user.click(bar().getByRole("button", { name: "Cancel" }));
  expect(screen.queryByLabelText("Profile Image URL")).toBeNull();
  await user.click(picture);
  await user.click(picture);
  expect(screen.queryByLabelText("Profile Image URL")).toBeNull();
});

test("the menu closes on Escape, outside clicks and navigation", async () => {
  signIn();
  const { user, router, address } = visit("/password");
  const picture = await screen.findByRole("button", { name: /Profile picture/ });
  const input = () => screen.queryByLabelText("Profile Image URL");
  await user.click(picture);
  await user.keyboard("{Escape}");
  expect(input()).toBeNull();
  expect(picture).toHaveFocus();
  await user.click(picture);
  await user.click(screen.getByRole("heading", { level: 1 }));
  expect(input()).toBeNull();
  await user.click(picture);
  await user.click(bar().getByRole("link", { name: "Settings" }));
  await waitFor(() => expect(address()).toBe("/settings/account"));
  expect(input()).toBeNull();
  await user.click(picture);
  await act(() => router.navigate(-1));
  await waitFor(() => expect(input()).toBeNull());
});

test("saving trims and unquotes the picture's URL", async () => {
  signIn();
  const { user } = visit("/password");
  const url = "https://pictures.example/me.png";
  const calls = answer("put", "/api/user/{id}", ann({ userImage: url }));
  await user.click(await screen.findByRole("button", { name: /Profile picture/ }));
  await user.type(screen.getByLabelText("Profile Image URL"), `  "${url}" `);
  await user.click(bar().getByRole("button", { name: "Save" }));
  expect(await screen.findByRole("status")).toHaveTextContent("User details updated successfully.");
  expect(calls[0]?.body).toBe(url);
  expect(screen.queryByLabelText("Profile Image URL")).toBeNull();
  expect(session.get().user?.userImage).toBe(url);
});

test("a refused picture keeps the form open and says so", async () => {
  signIn();
  const { user } = visit("/password");
  refuse("put", "/api/user/{id}", 422, { detail: "That is no image address." });
  await user.click(await screen.findByRole("button", { name: /Profile picture/ }));
  await user.type(screen.getByLabelText("Profile Image URL"), "data:x");
  await user.click(bar().getByRole("button", { name: "Save" }));
  const alert = await screen.findByRole("alert");
  expect(alert).toHaveTextContent("Failed to update user details.");
  expect(alert).toHaveTextContent("That is no image address.");
  expect(screen.getByLabelText("Profile Image URL")).toBeVisible();
});

test("protected screens send visitors to the login", async () => {
  const guarded = ROUTE_TABLE.filter(({ requiresAuth }) => requiresAuth);
  expect(guarded.length).toBeGreaterThan(10);
  for (const { path } of guarded) {
    const address = path.replaceAll(/:\w+/g, "7");
    const { router } = visit(address);
    await waitFor(() => expect(router.state.location.pathname).toBe("/login"));
    expect(new URLSearchParams(router.state.location.search).get("next")).toBe(address);
    cleanup();
  }
});

test("an unknown address has a page of its own", async () => {
  visit("/no/such/thing");
  expect(await screen.findByRole("heading", { name: "Not found" })).toBeVisible();
});

test("the account menu closes when Tab leads out of it", async () => {
  signIn();
  answer("get", "/forums", []);
  const { user } = visit("/forums");
  await user.click(await screen.findByRole("button", { name: /Profile picture/ }));
  const menu = await screen.findByRole("group", { name: "Your account" });
  await screen.findByLabelText("Profile Image URL");
  act(() => screen.getByRole("link", { name: "Home" }).focus());
  await waitFor(() => expect(menu).not.toBeVisible());
});
