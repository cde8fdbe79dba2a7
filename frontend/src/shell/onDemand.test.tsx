import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { expect, test, vi } from "vitest";

/** Renders the search, a menu and the shortcuts before their code is loaded. */
async function startVisit() {
  vi.resetModules();
  const { AppearanceMenu } = await import("./AppearanceMenu");
  const { SearchMenu } = await import("./SearchMenu");
  const { Shortcuts } = await import("./Shortcuts");
  const { Notification } = await import("../ui/Notification");
  const { useParts } = await import("./onDemand");
  const IsLoaded = () => <output>{String(useParts() !== undefined)}</output>;
  render(
    <MemoryRouter>
      <QueryClientProvider client={new QueryClient()}>
        <SearchMenu />
      </QueryClientProvider>
      <AppearanceMenu />
      <Shortcuts />
      <Notification />
      <IsLoaded />
    </MemoryRouter>,
  );
  expect(document.querySelector("output")).toHaveTextContent("false");
  return userEvent.setup();
}

test("a menu loads its content when it opens and focuses it", async () => {
  const user = await startVisit();
  await user.click(screen.getByRole("button", { name: "Appearance" }));
  await waitFor(() => expect(screen.getByRole("combobox", { name: "Theme" })).toHaveFocus());
});

test("the first shortcut loads the others and acts once", async () => {
  const user = await startVisit();
  await user.keyboard("x");
  expect(document.querySelector("output")).toHaveTextContent("false");
  await user.keyboard("/?");
  const search = screen.getByRole("combobox", { name: "Search everywhere" });
  await waitFor(() => expect(search).toHaveFocus());
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("a menu that fails to load closes with an error", async () => {
  vi.doMock("./parts", () => {
    throw new Error("Failed to fetch dynamically imported module");
  });
  const user = await startVisit();
  const button = screen.getByRole("button", { name: "Appearance" });
  await user.click(button);
  expect(await screen.findByRole("alert")).toHaveTextContent("Server could not be reached.");
  await waitFor(() => expect(button).toHaveAttribute("aria-expanded", "false"));
  vi.doUnmock("./parts");
});
