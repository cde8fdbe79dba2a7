import { act, render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { ApiError } from "../error";
import { Notification } from "../ui/Notification";
import { notifyFailure } from "./refusal";

test("a failure shows the server's reason", () => {
  render(<Notification />);
  const error = new ApiError("refused", 409, { detail: "That topic is taken." });
  act(() => notifyFailure("Not saved.", error));
  expect(screen.getByText("That topic is taken.")).toBeVisible();
});

test("a refusal by a forum ban shows its reason and end", () => {
  render(<Notification />);
  const ban = { code: "banned-from-forum", reason: "Spam", until: "2031-05-04T10:00:00Z" };
  act(() => notifyFailure("Not saved.", new ApiError("refused", 403, ban)));
  expect(screen.getByText(/You are banned from this forum/)).toHaveTextContent(
    /Reason: Spam · The ban ends on May 4, 2031/,
  );
  act(() => notifyFailure("Not saved.", new ApiError("refused", 403, { code: ban.code })));
  expect(screen.getByText(/You are banned from this forum/)).not.toHaveTextContent("ends");
});

test("a refusal of a new account says when it can write", () => {
  render(<Notification />);
  const young = { code: "account-too-young", until: "2031-05-04T10:00:00Z", detail: "Too new." };
  act(() => notifyFailure("Not saved.", new ApiError("refused", 403, young)));
  expect(screen.getByText(/You can write here from May 4, 2031/)).toBeVisible();
  expect(screen.queryByText("Too new.")).toBeNull();
});
