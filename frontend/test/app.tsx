import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { queryClient } from "../src/api/queryClient";
import { routes } from "../src/routes";

/** Renders the whole app at an address. */
export function visit(address: string) {
  // Render nothing before the first screen is loaded, as main.tsx does.
  const waiting = [{ HydrateFallback: () => null, children: routes }];
  const router = createMemoryRouter(waiting, { initialEntries: [address] });
  render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </I18nProvider>,
  );
  return {
    user: userEvent.setup(),
    router,
    address() {
      const { pathname, search, hash } = router.state.location;
      return pathname + search + hash;
    },
  };
}
