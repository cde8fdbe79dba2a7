import { act, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { Dialog } from "./Dialog";
import { modalContainer } from "./ModalContainer";
import { Notification } from "./Notification";
import { notify, TIMEOUT } from "./notify";

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

test("it can be closed, and carries a second line", async () => {
  render(<Notification />);
  act(() => notify({ message: "Not saved.", detail: "That topic is taken." }));
  expect(screen.getByText("That topic is taken.")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Close notification" }));
  expect(screen.queryByRole("alert")).toBeNull();
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
