import { act, render, screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { ApiError } from "../error";
import { Notification } from "../ui/Notification";
import { notifyFailure, textIsKept } from "./refusal";

test("without an answer it says why, and that no text is lost", () => {
  render(<Notification />);
  const offline = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  const say = (status: number) => `Not sent. Status code: ${status}`;
  const error = new ApiError("unreachable");
  act(() => notifyFailure(say, error, textIsKept()));
  expect(screen.getByRole("alert")).toHaveTextContent(/^You're offline. Your text is kept.$/);
  act(() => notifyFailure("Not saved.", error));
  expect(screen.getByRole("alert")).toHaveTextContent("Not saved.You're offline.");
  offline.mockReturnValue(true);
  act(() => notifyFailure(say, error));
  expect(screen.getByRole("alert")).toHaveTextContent(/^Server could not be reached.$/);
});

test("a refusal names the fields and what is wrong with them", async () => {
  render(<Notification />);
  const errors = [
    { field: "title", message: "Must not be blank." },
    { field: "unknown", message: "Must be an id." },
  ];
  act(() => notifyFailure("Not saved.", new ApiError("refused", 422, { errors })));
  expect(await screen.findByText("Title: Must not be blank. · Must be an id.")).toBeVisible();
});

test("a failure shows the server's reason", async () => {
  render(<Notification />);
  const error = new ApiError("refused", 409, { detail: "That topic is taken." });
  act(() => notifyFailure("Not saved.", error));
  expect(await screen.findByText("That topic is taken.")).toBeVisible();
});

test("a refusal by a forum ban shows its reason and end", async () => {
  render(<Notification />);
  const ban = { code: "banned-from-forum", reason: "Spam", until: "2031-05-04T10:00:00Z" };
  act(() => notifyFailure("Not saved.", new ApiError("refused", 403, ban)));
  expect(await screen.findByText(/You are banned from this forum/)).toHaveTextContent(
    /Reason: Spam · The ban ends on May 4, 2031/,
  );
  act(() => notifyFailure("Not saved.", new ApiError("refused", 403, { code: ban.code })));
  await waitFor(() => expect(screen.getByRole("alert")).not.toHaveTextContent("ends"));
  expect(screen.getByText(/You are banned from this forum/)).toBeVisible();
});

test("a refusal of a new account says when it can write", async () => {
  render(<Notification />);
  const young = { code: "account-too-young", until: "2031-05-04T10:00:00Z", detail: "Too new." };
  act(() => notifyFailure("Not saved.", new ApiError("refused", 403, young)));
  expect(await screen.findByText(/You can write here from May 4, 2031/)).toBeVisible();
  expect(screen.queryByText("Too new.")).toBeNull();
});
