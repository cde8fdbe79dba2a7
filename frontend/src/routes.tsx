import type { ComponentType } from "react";
import { redirect, type LoaderFunction, type RouteObject } from "react-router";
import { paths } from "./paths";
import { ROUTE_TABLE, type RouteEntry } from "./routeTable";
import * as home from "./screens/HomeScreen";
import { ErrorScreen } from "./shell/ErrorScreen";
import { requireAuth } from "./shell/guard";
import { Layout } from "./shell/Layout";

/** Home is in the main chunk: most visits begin there, and another chunk would be another request. */
const HOME = "screens/HomeScreen";

type ScreenModule = Record<string, ComponentType> & { prepare?: LoaderFunction };

/** Every screen but home is a chunk of its own, loaded with its route. */
const chunks = import.meta.glob<ScreenModule>([
  "./screens/*Screen.tsx",
  "!./screens/HomeScreen.tsx",
  "./features/*/*Screen.tsx",
]);

function screenRoute({ path, module }: RouteEntry): RouteObject {
  if (module === HOME) return { path, Component: home.HomeScreen, loader: home.prepare };
  const load = chunks[`./${module}.tsx`];
  const name = module.slice(module.lastIndexOf("/") + 1);
  if (!load) throw new Error(`${path} has no screen: ${module}`);
  const lazy = async () => {
    const { [name]: Component, prepare: loader } = await load();
    if (!Component) throw new Error(`${module} exports no ${name}`);
    return loader ? { Component, loader } : { Component };
  };
  return { path, lazy };
}

const notFound = async () => {
  const { NotFound } = await import("./features/access/ErrorPage");
  return { Component: NotFound };
};

/** Redirects of old addresses, for members. */
const moved = Object.entries({
  "/settings": paths.settings("account"),
  "/password": paths.settings("security"),
  "/your-data": paths.settings("data"),
}).map(([path, to]): RouteObject => ({ path, loader: () => redirect(to) }));

const open = ROUTE_TABLE.filter(({ requiresAuth }) => !requiresAuth).map(screenRoute);
const forMembers = ROUTE_TABLE.filter(({ requiresAuth }) => requiresAuth).map(screenRoute);

export const routes: RouteObject[] = [
  {
    Component: Layout,
    ErrorBoundary: ErrorScreen,
    children: [
      {
        ErrorBoundary: ErrorScreen,
        children: [
          ...open,
          // Runs before all child loaders, so that no loader runs without a token.
          { middleware: [requireAuth], children: [...forMembers, ...moved] },
          { path: "*", lazy: notFound },
        ],
      },
    ],
  },
];
