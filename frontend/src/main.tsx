import "./early";
import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createBrowserRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { queryClient } from "./api/queryClient";
import { routes } from "./routes";
import { fetchAhead } from "./shell/fetchAhead";
import "./styles/tokens.css";
import "./styles/base.css";

const router = createBrowserRouter(routes);
const root = createRoot(document.getElementById("root")!);

/** With the first screen's chunk and, as it was asked for early, its data: drawn once, not thrice. */
function render() {
  if (!router.state.initialized) return;
  stop();
  root.render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  );
}
const stop = router.subscribe(render);
render();
fetchAhead(routes);
