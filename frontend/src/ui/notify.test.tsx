import { act, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { ApiError } from "../api/error";
import { Dialog } from "./Dialog";
import { modalContainer } from "./ModalContainer";
import { Notification } from "./Notification";
import { notify, notifyFailure, TIMEOUT } from "./notify";

test("a plain string is an error", () => {
  render(<Notification />);
  act(() => notify("It broke."));
  expect(screen.getByRole("alert")).toHaveTextContent("It broke.");
});

test("a new one replaces the previous one and its timeout", () => {
  vi.useFakeTimers();
  render(<Notification />);
  act(() => notify("first"));
  act(() => void vi.advanceTimersByTime(4000));
  act(() => notify({ message: "second", type: "success" }));
  expect(screen.queryByText("first")).toBeNull();
  act(() => void vi.advanceTimersByTime(4000));
  expect(screen.getByRole("status")).toHaveTextContent("second");
  act(() => void vi.advanceTimersByTime(1000));
  expect(screen.queryByText("second")).toBeNull();
  vi.useRealTimers();
});

test("it goes after 5000 ms, or after its own time", () => {
  vi.useFakeTimers();
  expect(TIMEOUT).toBe(5000);
  render(<Notification />);
  act(() => notify({ message: "short", timeout: 100 }));
  act(() => void vi.advanceTimersByTime(101));
  expect(screen.queryByText("short")).toBeNull();
  vi.useRealTimers();
});

test("it can be closed, and carries the server's reason", async () => {
  render(<Notification />);
  const error = new ApiError("refused", 409, { detail: "That topic is taken." });
  act(() => notifyFailure("Not saved.", error));
  expect(screen.getByText("That topic is taken.")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Close notification" }));
  expect(screen.queryByRole("alert")).toBeNull();
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

test("the live region is there before its text", () => {
  const { container } = render(<Notification />);
  const region = container.querySelector("[aria-live=polite]");
  act(() => notify({ message: "Saved.", type: "success" }));
  expect(region).toHaveTextContent("Saved.");
});

test("a notification over a modal dialog appears inside the dialog", () => {
  act(() => modalContainer.set(document.body));
  const dialog = (
    <>
      <Notification />
      <Dialog title="Sure?" onClose={() => {}} />
    </>
  );
  const { rerender } = render(dialog);
  act(() => notify("It broke."));
  expect(within(screen.getByRole("dialog")).getByRole("alert")).toHaveTextContent("It broke.");
  expect(screen.getAllByRole("alert")).toHaveLength(1);
  rerender(<Notification />);
  expect(screen.getByRole("alert")).toHaveTextContent("It broke.");
});
