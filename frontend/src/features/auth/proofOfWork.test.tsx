import { createHash } from "node:crypto";
import { screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { visit } from "../../../test/app";
import { answer, refuse } from "../../../test/server";
import { queryClient } from "../../api/queryClient";
import { solve, type Challenge } from "./solve";

const hash = (text: string) => createHash("sha256").update(text).digest("hex");

const note = "Checking that you are not a robot…";
const account = { id: 1, username: "ann", user_image: "x" };
const terminate = vi.fn<() => void>();

/** A worker that solves the puzzle when the test says so. */
function worker() {
  const begun: (() => void)[] = [];
  class Solver extends EventTarget {
    terminate = terminate;
    postMessage(puzzle: Challenge) {
      begun.push(() => this.dispatchEvent(new MessageEvent("message", { data: solve(puzzle) })));
    }
  }
  vi.stubGlobal("Worker", Solver);
  return begun;
}

async function register(user: ReturnType<typeof visit>["user"]) {
  await user.type(await screen.findByLabelText("Username"), "ann");
  await user.type(screen.getByLabelText("Password"), "correct horse");
  await user.type(screen.getByLabelText("Confirm password"), "correct horse");
  await user.click(screen.getByRole("button", { name: "Create account" }));
}

test("a puzzle is solved by the first number that fits", () => {
  const challenge = "a.b.c";
  const number = Number(solve({ challenge, bits: 12 }));
  expect(hash(`${challenge}:${number}`)).toMatch(/^000/);
  for (let less = 0; less < number; less++)
    expect(hash(`${challenge}:${less}`)).not.toMatch(/^000/);
  expect(solve({ challenge, bits: 0 })).toBe("0");
});

test("a proof of work is solved and announced on registration", async () => {
  const begun = worker();
  answer("get", "/register/challenge", { challenge: "a.b.c", bits: 8 });
  const calls = answer("post", "/register", account, { status: 201 });
  const { user } = visit("/register");
  await register(user);
  expect(await screen.findByText(note)).toBeVisible();
  expect(calls).toHaveLength(0);
  begun[0]?.();
  expect(await screen.findByText("Thank you for registering, please sign in.")).toBeVisible();
  const { challenge, solution } = calls[0]!.body as { challenge: string; solution: string };
  expect(challenge).toBe("a.b.c");
  expect(hash(`${challenge}:${solution}`)).toMatch(/^00/);
  expect(screen.queryByText(note)).toBeNull();
});

test("a refused proof of work shows an error and keeps the form", async () => {
  const begun = worker();
  answer("get", "/register/challenge", { challenge: "a.b.c", bits: 1 });
  const detail = "We could not make sure that you are not a robot. Please try again.";
  refuse("post", "/register", 403, { code: "work-required", detail });
  const { user } = visit("/register");
  await register(user);
  await screen.findByText(note);
  begun[0]?.();
  expect(await screen.findByRole("alert")).toHaveTextContent(detail);
  expect(screen.getByLabelText("Username")).toHaveValue("ann");
  expect(screen.getByRole("button", { name: "Create account" })).toBeEnabled();
});

test("leaving during the proof of work creates no account", async () => {
  const begun = worker();
  answer("get", "/register/challenge", { challenge: "a.b.c", bits: 1 });
  answer("get", "/forums", []);
  const calls = answer("post", "/register", account, { status: 201 });
  const { user } = visit("/register");
  await register(user);
  await screen.findByText(note);
  expect(terminate).not.toHaveBeenCalled();
  await user.click(screen.getByRole("link", { name: "Forums" }));
  await screen.findByRole("heading", { name: "Forums" });
  await waitFor(() => expect(terminate).toHaveBeenCalled());
  begun[0]?.();
  await waitFor(() => expect(queryClient.isMutating()).toBe(0));
  expect(calls).toHaveLength(0);
  expect(screen.queryByRole("alert")).toBeNull();
});

test("a rejected form reuses its proof of work", async () => {
  const begun = worker();
  const puzzles = answer("get", "/register/challenge", { challenge: "a.b.c", bits: 8 });
  const errors = [{ field: "username", message: "Please choose another name." }];
  const first = refuse("post", "/register", 422, { errors });
  const { user } = visit("/register");
  await register(user);
  await screen.findByText(note);
  begun[0]?.();
  await screen.findByText("Please choose another name.");
  const second = answer("post", "/register", account, { status: 201 });
  await user.click(screen.getByRole("button", { name: "Create account" }));
  await screen.findByText("Thank you for registering, please sign in.");
  expect(puzzles).toHaveLength(1);
  expect(second[0]?.body).toEqual(first[0]?.body);
});

test("an expired proof of work is silently replaced", async () => {
  const begun = worker();
  answer("get", "/register/challenge", { challenge: "old", bits: 1 });
  const errors = [{ field: "password", message: "Too many people use this password." }];
  refuse("post", "/register", 422, { errors });
  const { user } = visit("/register");
  await register(user);
  await screen.findByText(note);
  begun[0]?.();
  await screen.findByText("Too many people use this password.");
  const refused = refuse("post", "/register", 403, { code: "work-required" });
  answer("get", "/register/challenge", { challenge: "new", bits: 1 });
  await user.click(screen.getByRole("button", { name: "Create account" }));
  await waitFor(() => expect(begun).toHaveLength(2));
  expect(refused[0]?.body).toMatchObject({ challenge: "old" });
  const calls = answer("post", "/register", account, { status: 201 });
  begun[1]?.();
  await screen.findByText("Thank you for registering, please sign in.");
  expect(calls[0]?.body).toMatchObject({ challenge: "new" });
});

test("the honeypot field is sent as it is", async () => {
  const calls = answer("post", "/register", account, { status: 201 });
  const { user } = visit("/register");
  await screen.findByLabelText("Username");
  expect(screen.queryByRole("textbox", { name: "Website" })).toBeNull();
  const trap = document.querySelector<HTMLInputElement>("input[name=website]")!;
  expect(trap.tabIndex).toBe(-1);
  trap.value = "https://buy.example";
  await register(user);
  await screen.findByText("Thank you for registering, please sign in.");
  expect(calls[0]?.body).toMatchObject({ website: "https://buy.example" });
});
