import { createHash } from "node:crypto";
import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { visit } from "../../../test/app";
import { answer, refuse } from "../../../test/server";
import { solve, type Puzzle } from "./solve";

const hash = (text: string) => createHash("sha256").update(text).digest("hex");

/** Solves a puzzle as the browser's would, once the test lets it. */
function worker() {
  const begun: (() => void)[] = [];
  class Solver extends EventTarget {
    terminate = vi.fn<() => void>();
    postMessage(puzzle: Puzzle) {
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

test("where work is asked for it is done before the registration, and said", async () => {
  const begun = worker();
  answer("get", "/register/challenge", { challenge: "a.b.c", bits: 8 });
  const ann = { id: 1, username: "ann", user_image: "x" };
  const calls = answer("post", "/register", ann, { status: 201 });
  const { user } = visit("/register");
  await register(user);
  const note = "Checking that you are not a robot…";
  expect(await screen.findByText(note)).toBeVisible();
  expect(calls).toHaveLength(0);
  begun[0]?.();
  expect(await screen.findByText("Thank you for registering, please sign in.")).toBeVisible();
  const { challenge, solution } = calls[0]!.body as { challenge: string; solution: string };
  expect(challenge).toBe("a.b.c");
  expect(hash(`${challenge}:${solution}`)).toMatch(/^00/);
  expect(screen.queryByText(note)).toBeNull();
});

test("work that was refused is told, and what was typed stays", async () => {
  const begun = worker();
  answer("get", "/register/challenge", { challenge: "a.b.c", bits: 1 });
  const detail = "We could not make sure that you are not a robot. Please try again.";
  refuse("post", "/register", 403, { code: "work-required", detail });
  const { user } = visit("/register");
  await register(user);
  await screen.findByText("Checking that you are not a robot…");
  begun[0]?.();
  expect(await screen.findByRole("alert")).toHaveTextContent(detail);
  expect(screen.getByLabelText("Username")).toHaveValue("ann");
  expect(screen.getByRole("button", { name: "Create account" })).toBeEnabled();
});

test("the field that people do not see is sent as it is", async () => {
  const ann = { id: 1, username: "ann", user_image: "x" };
  const calls = answer("post", "/register", ann, { status: 201 });
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
