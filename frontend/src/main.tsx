import "./early";
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { QueryClientProvider } from "@tanstack/react-query";
import { startTransition, StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createBrowserRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { watchOwnPictures } from "./api/ownPictures";
import { queryClient } from "./api/queryClient";
import { activateCatalog } from "./i18n";
import { loadPreferredCatalog } from "./locale";
import { routes } from "./routes";
import { watchChunkErrors } from "./shell/chunkErrors";
import { prefetchOnHover } from "./shell/prefetchOnHover";
import "./styles/tokens.css";
import "./styles/base.css";

watchChunkErrors();
watchOwnPictures();
// A top-level await would make the build add a file for its helpers.
void loadPreferredCatalog().then(start);

function start(catalog: Parameters<typeof activateCatalog>[0]) {
  activateCatalog(catalog);
  const router = createBrowserRouter(routes);
  const root = createRoot(document.getElementById("root")!);

  /** Renders once the first screen's chunk and its prefetched data are there, and only then. */
  function render() {
    if (!router.state.initialized) return;
    stop();
    // In slices, between which the page answers; a first render is one long task otherwise.
    startTransition(() =>
      root.render(
        <StrictMode>
          <I18nProvider i18n={i18n}>
            <QueryClientProvider client={queryClient}>
              <RouterProvider router={router} />
            </QueryClientProvider>
          </I18nProvider>
        </StrictMode>,
      ),
    );
  }
  const stop = router.subscribe(render);
  render();
  prefetchOnHover(routes);
}
