import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test } from "vitest";
import { Dialog } from "./Dialog";
import { ModalContainer } from "./ModalContainer";

/** A row that opens a dialog, which may take the row away. */
function Rows() {
  const [isOpen, setIsOpen] = useState(false);
  const [isThere, setIsThere] = useState(true);
  return (
    <main>
      <ModalContainer />
      <h1 tabIndex={-1}>Rows</h1>
      {isThere && <button onClick={() => setIsOpen(true)}>Open</button>}
      {isOpen && (
        <Dialog
          title="Sure?"
          onClose={() => setIsOpen(false)}
          actions={
            <button
              onClick={() => {
                setIsOpen(false);
                setIsThere(false);
              }}
            >
              Remove
            </button>
          }
        />
      )}
    </main>
  );
}

async function open() {
  render(<Rows />);
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: "Open" }));
  screen.getByRole<HTMLButtonElement>("button", { name: "Remove" }).focus();
  return user;
}

test("a closed dialog returns the focus to its opener", async () => {
  await open();
  const cancel = new Event("cancel", { cancelable: true });
  act(() => void screen.getByRole("dialog").dispatchEvent(cancel));
  expect(screen.getByRole("button", { name: "Open" })).toHaveFocus();
});

test("the heading gets the focus if the opener is gone", async () => {
  const user = await open();
  await user.click(screen.getByRole("button", { name: "Remove" }));
  expect(screen.getByRole("heading", { name: "Rows" })).toHaveFocus();
});
