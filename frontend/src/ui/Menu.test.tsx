import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { Menu, MenuItem, MenuLink } from "./Menu";

const edit = vi.fn<() => unknown>();
beforeEach(() => edit.mockClear());

async function openMenu() {
  render(
    <MemoryRouter>
      <p>Elsewhere</p>
      <Menu label="More actions">
        <MenuItem icon="edit" onSelect={edit}>
          Edit
        </MenuItem>
        <MenuLink to="/forums">Forums</MenuLink>
        <MenuItem checked onSelect={() => {}}>
          Dark
        </MenuItem>
      </Menu>
    </MemoryRouter>,
  );
  const user = userEvent.setup();
  const trigger = screen.getByRole("button", { name: "More actions" });
  expect(screen.queryByText("Edit")).toBeNull();
  await user.click(trigger);
  expect(trigger).toHaveAttribute("aria-expanded", "true");
  return { user, trigger, first: screen.getByRole("menuitem", { name: "Edit" }) };
}

test("opens on its first item; arrow keys, Home and End move", async () => {
  const { user, first } = await openMenu();
  expect(first).toHaveFocus();
  const last = screen.getByRole("menuitemradio", { name: "Dark", checked: true });
  for (const [key, focused] of [
    ["{ArrowUp}", last],
    ["{ArrowDown}", first],
    ["{ArrowDown}", screen.getByRole("menuitem", { name: "Forums" })],
    ["{End}", last],
    ["{Home}", first],
  ] as const) {
    await user.keyboard(key);
    expect(focused).toHaveFocus();
  }
});

test("Escape closes it, and the focus returns to its button", async () => {
  const { user, trigger } = await openMenu();
  await user.keyboard("{Escape}");
  expect(screen.queryByText("Edit")).toBeNull();
  expect(trigger).toHaveFocus();
  expect(trigger).toHaveAttribute("aria-expanded", "false");
});

test("a click elsewhere closes it", async () => {
  const { user } = await openMenu();
  await user.click(screen.getByText("Elsewhere"));
  expect(screen.queryByText("Edit")).toBeNull();
});

test("an item acts after the menu closes and its button has focus", async () => {
  const { user, first, trigger } = await openMenu();
  const focused: (Element | null)[] = [];
  edit.mockImplementation(() => focused.push(document.activeElement));
  await user.click(first);
  expect(focused).toEqual([trigger]);
  expect(screen.queryByText("Edit")).toBeNull();
});
