import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { visit } from "../../../test/app";
import { ann, LATER, tokenUntil } from "../../../test/fixtures";
import { answer, refuse, SITE } from "../../../test/server";
import { site } from "../../ui/site";

async function fillRegistration(user: ReturnType<typeof visit>["user"], confirmation: string) {
  await user.type(await screen.findByLabelText("Username"), "ann");
  await user.type(screen.getByLabelText("Password"), "correct horse");
  await user.type(screen.getByLabelText("Confirm password"), confirmation);
  await user.click(screen.getByRole("button", { name: "Create account" }));
}

test("registration sends one of nine stock avatars", async () => {
  const calls = answer(
    "post",
    "/register",
    { id: 1, username: "ann", user_image: "x" },
    { status: 201 },
  );
  const { user, address } = visit("/register");
  expect(await screen.findByRole("heading", { name: "Create Account" })).toBeVisible();
  const avatars = screen.getAllByRole("radio");
  expect(avatars).toHaveLength(9);
  await user.click(screen.getByRole("radio", { name: "Avatar 4" }));
  await fillRegistration(user, "correct horse");
  expect(await screen.findByRole("status")).toHaveTextContent(
    "Thank you for registering, please sign in.",
  );
  expect(address()).toBe("/login");
  expect(calls[0]?.body).toEqual({
    username: "ann",
    password: "correct horse",
    confirmPassword: "correct horse",
    user_image: "/images/avatars/avatar-4.svg",
    recoveryCodes: false,
    website: "",
    role: "user",
  });
});

test("one press signs a new member in; the form stays for others, the offer does not", async () => {
  answer("post", "/register", { id: 1, username: "ann", user_image: "x" }, { status: 201 });
  const calls = refuse("post", "/login", 401);
  const { user, router } = visit("/register");
  await fillRegistration(user, "correct horse");
  await user.click(await screen.findByRole("button", { name: "Continue as ann" }));
  await waitFor(() =>
    expect(calls[0]?.body).toEqual({ username: "ann", password: "correct horse" }),
  );
  expect(screen.getByLabelText("Username")).toHaveValue("");
  answer("get", "/forums", []);
  await act(() => router.navigate("/forums"));
  await act(() => router.navigate("/login"));
  await screen.findByLabelText("Username");
  expect(screen.queryByRole("button", { name: "Continue as ann" })).toBeNull();
});

test("a new member without recovery codes is offered some, with the reason", async () => {
  answer("post", "/register", { id: 1, username: "ann", user_image: "x" }, { status: 201 });
  answer("post", "/login", { token: tokenUntil(LATER), user: ann() });
  answer("get", "/moderation/user/{id}", []);
  answer("get", "/api/user/{id}", ann());
  answer("get", "/api/posts", []);
  answer("get", "/forums", []);
  answer("get", "/forums/favorites", []);
  const { user } = visit("/register");
  await fillRegistration(user, "correct horse");
  await user.click(await screen.findByRole("button", { name: "Continue as ann" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Welcome, ann!" }));
  expect(dialog.getByRole("link", { name: "Generate recovery codes" })).toHaveAttribute(
    "href",
    "/settings/security",
  );
});

test("where not everybody may sign up, the login does not offer it", async () => {
  answer("get", "/api/site", { ...SITE, registration: "invite" });
  visit("/login");
  expect(await screen.findByRole("heading", { name: "Please Sign In" })).toBeVisible();
  await waitFor(() => expect(screen.queryByRole("link", { name: "Create an account" })).toBeNull());
  act(() => site.set({ ...site.get(), isOpen: true }));
  expect(screen.getByRole("link", { name: "Create an account" })).toBeVisible();
});

test("registration takes an image address, without double quotes", async () => {
  const calls = answer(
    "post",
    "/register",
    { id: 1, username: "ann", user_image: "x" },
    { status: 201 },
  );
  const { user } = visit("/register");
  const input = await screen.findByLabelText("Image URL");
  await user.clear(input);
  await user.type(input, '"https://pictures.example/me.png"');
  await fillRegistration(user, "correct horse");
  await screen.findByRole("status");
  expect(calls[0]?.body).toMatchObject({ user_image: "https://pictures.example/me.png" });
});

test("a custom picture is previewed once its URL is complete", async () => {
  const { user } = visit("/register");
  const input = await screen.findByLabelText("Image URL");
  expect(input).toHaveValue("");
  const preview = screen.getByRole("img", { name: "Preview" });
  await user.type(input, "https://pictures.example/me.png");
  expect(preview).toHaveAttribute("src", "/images/avatars/avatar-1.svg");
  await user.tab();
  expect(preview).toHaveAttribute("src", "https://pictures.example/me.png");
  await user.click(screen.getByRole("radio", { name: "Avatar 4" }));
  expect(input).toHaveValue("");
  expect(preview).toHaveAttribute("src", "/images/avatars/avatar-4.svg");
});

test("username, password and confirmation are required", async () => {
  visit("/register");
  expect(await screen.findByLabelText("Username")).toBeRequired();
  expect(screen.getByLabelText("Password")).toBeRequired();
  expect(screen.getByLabelText("Confirm password")).toBeRequired();
});

test("two passwords that differ are not sent", async () => {
  const { user } = visit("/register");
  await fillRegistration(user, "battery staple");
  expect(await screen.findByRole("alert")).toHaveTextContent(
    "Password & Confirm Password do not match.",
  );
});

test.each([
  [400, "Bad Request: User already exists"],
  [500, "There were problems registering this user."],
])("a registration refused with %d says so", async (status, sentence) => {
  refuse("post", "/register", status);
  const { user } = visit("/register");
  await fillRegistration(user, "correct horse");
  expect(await screen.findByRole("alert")).toHaveTextContent(sentence);
});

test("a username that is taken is said at its field, which gets the focus", async () => {
  refuse("post", "/register", 400);
  const { user } = visit("/register");
  await fillRegistration(user, "correct horse");
  const field = await screen.findByLabelText("Username");
  await waitFor(() => expect(field).toHaveFocus());
  expect(field).toHaveAccessibleDescription("This username is taken. Choose another one.");
});

test("a 422 shows its message at the field", async () => {
  const errors = [{ field: "username", message: "Use letters and digits." }];
  refuse("post", "/register", 422, { errors });
  const { user } = visit("/register");
  await fillRegistration(user, "correct horse");
  expect(await screen.findByText("Use letters and digits.")).toBeVisible();
  expect(screen.getByLabelText("Username")).toHaveAccessibleDescription("Use letters and digits.");
});

test("signing up keeps the screen that asked for the login", async () => {
  answer("post", "/register", { id: 1, username: "ann", user_image: "x" }, { status: 201 });
  const { user, address } = visit("/login?next=%2Fmessages%3Fkeyword%3D");
  await user.click(await screen.findByRole("link", { name: "Create an account" }));
  expect(await screen.findByRole("link", { name: "Sign in" })).toHaveAttribute(
    "href",
    "/login?next=%2Fmessages%3Fkeyword%3D",
  );
  await fillRegistration(user, "correct horse");
  await screen.findByText("Thank you for registering, please sign in.");
  expect(address()).toBe("/login?next=%2Fmessages%3Fkeyword%3D");
});
