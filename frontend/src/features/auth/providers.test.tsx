import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { visit } from "../../../test/app";
import { ann, LATER, signIn, tokenUntil } from "../../../test/fixtures";
import { answer, refuse, SITE } from "../../../test/server";
import { session } from "../../api/session";
import { keptInvite } from "./providerAddress";

const WORK = { id: "work", name: "Work" };
const token = tokenUntil(LATER + 1);
const registration = { ticket: "to register", username: "ann2" };

function withProvider(change: Partial<typeof SITE> = {}) {
  answer("get", "/api/site", {
    ...SITE,
    signIn: { ...SITE.signIn, providers: [WORK] },
    ...change,
  });
}

function quietHome() {
  answer("get", "/api/posts", []);
  answer("get", "/forums", []);
  answer("get", "/forums/favorites", []);
}

test.each(["/login?next=/saved", "/register?next=/saved"])(
  "%s offers the providers",
  async (path) => {
    withProvider();
    visit(path);
    const link = await screen.findByRole("link", { name: "Continue with Work" });
    expect(link).toHaveAttribute("href", "/login/oidc/work?next=%2Fsaved");
  },
);

test("without providers there is nothing to choose", async () => {
  visit("/login");
  await screen.findByRole("button", { name: "Sign in" });
  expect(screen.queryByText("or")).toBeNull();
});

test.each([
  ["provider-unavailable", "This sign-in does not answer."],
  ["sign-in-denied", "The sign-in was cancelled."],
  ["sign-in-refused", "This sign-in did not work."],
  ["sign-in-expired", "The sign-in took too long,"],
  ["too-many-attempts", "There were too many sign-ins from your network."],
  ["something new", "You could not be signed in."],
])("the code %s is said in words", async (code, words) => {
  visit(`/login?error=${code}`);
  expect((await screen.findByRole("alert")).textContent).toContain(words);
});

test("a ticket signs in and leads on", async () => {
  quietHome();
  answer("get", "/api/saved", []);
  const calls = answer("post", "/login/complete", { token, user: ann() });
  const { address } = visit("/login/complete?ticket=once&next=/saved");
  await waitFor(() => expect(address()).toBe("/saved"));
  expect(calls.map(({ body }) => body)).toEqual([{ ticket: "once" }]);
  expect(session.get().token).toBe(token);
});

test("a ticket that ended leads back to the sign-in", async () => {
  refuse("post", "/login/complete", 401, { code: "ticket-ended", detail: "It has ended." });
  const { address } = visit("/login/complete?ticket=old");
  await screen.findByRole("heading", { name: "Please Sign In" });
  expect(address()).toBe("/login");
  expect(screen.getByRole("alert").textContent).toContain("Couldn't sign you in.");
});

test("a second step is asked for", async () => {
  refuse("post", "/login/complete", 401, { code: "second-step-required", ticket: "next" });
  visit("/login/complete?ticket=once");
  expect(await screen.findByRole("heading", { name: "One more step" })).toBeVisible();
});

test("a banned member learns of it", async () => {
  refuse("post", "/login/complete", 403, { code: "banned", detail: "You have been banned." });
  visit("/login/complete?ticket=once");
  expect(await screen.findByRole("dialog")).toBeVisible();
});

test("who is new chooses another name if theirs is taken", async () => {
  quietHome();
  answer("post", "/login/complete", { registration });
  refuse("post", "/register/oidc", 400, { code: "username-taken" });
  const { user } = visit("/login/complete?ticket=once");
  const name = await screen.findByLabelText("Username");
  expect(name).toHaveValue("ann2");
  expect(screen.queryByLabelText("Invitation")).toBeNull();
  await user.click(screen.getByRole("button", { name: "Create account" }));
  await screen.findByText("This username is taken. Choose another one.");
  await user.clear(name);
  await user.type(name, "ann3");
  const calls = answer("post", "/register/oidc", { token, user: ann({ username: "ann3" }) });
  await user.click(screen.getByRole("button", { name: "Create account" }));
  await screen.findByRole("dialog", { name: "Welcome, ann3!" });
  expect(calls[0]?.body).toEqual({ ticket: "to register", username: "ann3" });
});

test("a registration that took too long starts again", async () => {
  answer("post", "/login/complete", { registration });
  refuse("post", "/register/oidc", 403, { code: "ticket-ended", detail: "Too late." });
  const { user } = visit("/login/complete?ticket=once");
  await user.click(await screen.findByRole("button", { name: "Create account" }));
  expect(await screen.findByRole("heading", { name: "Please Sign In" })).toBeVisible();
});

test("the invitation that a visitor opened is found again", async () => {
  withProvider({ registration: "invite" });
  const { user, router } = visit("/register?invite=c0ffee");
  const link = await screen.findByRole("link", { name: "Continue with Work" });
  link.addEventListener("click", (event) => event.preventDefault());
  await user.click(link);
  answer("post", "/login/complete", { registration });
  const calls = answer("post", "/register/oidc", { token, user: ann() });
  quietHome();
  await act(() => router.navigate("/login/complete?ticket=once"));
  expect(await screen.findByLabelText("Invitation")).toHaveValue("c0ffee");
  await user.click(screen.getByRole("button", { name: "Create account" }));
  await waitFor(() =>
    expect(calls[0]?.body).toEqual({ ticket: "to register", username: "ann2", invite: "c0ffee" }),
  );
  await waitFor(() => expect(keptInvite.get()).toBe(""));
});

test("a site that lets nobody register says so", async () => {
  withProvider({ registration: "closed" });
  answer("post", "/login/complete", { registration });
  visit("/login/complete?ticket=once");
  expect(await screen.findByText(/^Nobody can sign up here/)).toBeVisible();
  expect(screen.queryByRole("button", { name: "Create account" })).toBeNull();
});

const section = () => screen.findByRole("region", { name: "Connected sign-ins" });

test("a sign-in is connected with the password", async () => {
  signIn();
  withProvider();
  const assign = vi.fn<(url: string) => void>();
  vi.stubGlobal("location", { ...location, assign });
  const calls = answer("post", "/api/user/{id}/identities/{provider}", {
    url: "https://id.example",
  });
  const { user } = visit("/settings/security");
  const card = within(await section());
  await user.click(await card.findByRole("button", { name: "Connect Work" }));
  await user.type(card.getByLabelText("Your password"), "correct horse");
  await user.click(card.getByRole("button", { name: "Continue" }));
  await waitFor(() => expect(assign).toHaveBeenCalledWith("https://id.example"));
  expect(calls[0]?.body).toEqual({ password: "correct horse" });
  vi.unstubAllGlobals();
});

test.each([
  ["linked=work", "Work is connected now."],
  ["error=identity-taken", "Another account uses this sign-in."],
])("the settings say what became of it: %s", async (query, words) => {
  signIn();
  withProvider();
  const since = "2026-11-19T10:58:00.123Z";
  answer("get", "/api/user/{id}/identities", [{ provider: "work", name: "Work", since }]);
  visit(`/settings/security?${query}`);
  expect(await within(await section()).findByText(words, { exact: false })).toBeVisible();
});

test("a failed sign-in is shown once", async () => {
  signIn();
  withProvider();
  const { address } = visit("/settings/security?error=sign-in-denied");
  const told = await within(await section()).findByText(/^The sign-in was cancelled/);
  await waitFor(() => expect(address()).toBe("/settings/security"));
  expect(told).toBeVisible();
});

test("an address alone connects nothing", async () => {
  signIn();
  withProvider();
  visit("/settings/security?linked=work");
  expect(await within(await section()).findByRole("button", { name: /Connect/ })).toBeVisible();
  expect(screen.queryByText("Work is connected now.")).toBeNull();
});

test("the last way to sign in is not removed, and the reason is said", async () => {
  signIn();
  withProvider();
  const since = "2026-11-19T10:58:00.123Z";
  answer("get", "/api/user/{id}/identities", [{ provider: "work", name: "Work", since }]);
  const detail = "You could not sign in any more. Set a password or connect another sign-in first.";
  refuse("delete", "/api/user/{id}/identities/{provider}", 409, { code: "last-sign-in", detail });
  const { user } = visit("/settings/security");
  await user.click(await within(await section()).findByRole("button", { name: "Remove Work" }));
  const question = await screen.findByRole("dialog", { name: "Stop signing in with Work?" });
  await user.click(within(question).getByRole("button", { name: "Remove" }));
  await waitFor(() => expect(screen.getByRole("alert").textContent).toContain(detail));
});

test("an account without a password sets its first, and signs in again where one is asked for", async () => {
  signIn();
  withProvider();
  const since = "2026-11-19T10:58:00.123Z";
  answer("get", "/api/user/{id}", { ...ann(), hasPassword: false });
  answer("get", "/api/user/{id}/identities", [{ provider: "work", name: "Work", since }]);
  quietHome();
  const calls = answer("put", "/api/user/{id}/password", { token });
  const { user } = visit("/settings/security");
  const card = within(await screen.findByRole("region", { name: "Set a password" }));
  expect(card.queryByLabelText("Current password")).toBeNull();
  const again = await card.findByRole("link", { name: "Sign in again" });
  expect(again).toHaveAttribute("href", "/login/oidc/work?next=%2Fsettings%2Fsecurity");
  await user.type(card.getByLabelText("New password"), "correct horse");
  await user.type(card.getByLabelText("Confirm password"), "correct horse");
  await user.click(card.getByRole("button", { name: "Save" }));
  await waitFor(() =>
    expect(calls[0]?.body).toEqual({ password: "correct horse", confirmPassword: "correct horse" }),
  );
});
