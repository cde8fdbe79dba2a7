import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { Badge } from "./Badge";
import { Checkbox, PasswordField, TextField } from "./fields";
import { Form, FormActions } from "./Form";
import { Select } from "./Select";

const send = vi.fn<(data: Record<string, unknown>) => void>();

/** Refuses the name a moment later, as a server does. */
function Account({ isPending = false }: { isPending?: boolean }) {
  const [error, setError] = useState<string>();
  return (
    <Form
      isPending={isPending}
      onSubmit={(data) => {
        send(Object.fromEntries(data));
        setTimeout(() => setError("That name is taken."), 0);
      }}
    >
      <Select label="Sort" hideLabel name="sort">
        <option value="new">New</option>
      </Select>
      <TextField label="Name" name="name" error={error} />
      <PasswordField label="Password" name="password" defaultValue="horse" />
      <Checkbox label="Codes" hint="Ten of them" />
      <FormActions submit="Save" onCancel={() => {}} />
      <Badge>OP</Badge>
    </Form>
  );
}

test("the first invalid field gets focus after a refusal", async () => {
  const user = userEvent.setup();
  render(<Account />);
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(send).toHaveBeenCalledWith({ sort: "new", name: "", password: "horse" });
  expect(await screen.findByRole("alert")).toHaveTextContent("That name is taken.");
  const name = screen.getByRole("textbox", { name: "Name" });
  expect(name).toHaveFocus();
  expect(name).toHaveAccessibleDescription("That name is taken.");
  // Only a submit moves the focus.
  await user.click(screen.getByRole("checkbox", { name: "Codes" }));
  expect(screen.getByRole("checkbox")).toHaveFocus();
});

test("a pending form is not sent twice and its button keeps focus", async () => {
  const user = userEvent.setup();
  send.mockClear();
  render(<Account isPending />);
  const save = screen.getByRole("button", { name: "Save" });
  await user.click(save);
  expect(send).not.toHaveBeenCalled();
  expect(save).toHaveAttribute("aria-disabled", "true");
  expect(save).toHaveFocus();
});

test("a password can be shown and hidden", async () => {
  const user = userEvent.setup();
  render(<Account />);
  const field = screen.getByLabelText("Password");
  expect(field).toHaveAttribute("type", "password");
  await user.click(screen.getByRole("button", { name: "Show" }));
  expect(field).toHaveAttribute("type", "text");
  await user.click(screen.getByRole("button", { name: "Hide" }));
  expect(field).toHaveAttribute("type", "password");
});
