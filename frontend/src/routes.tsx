import type { ComponentType } from "react";
import { redirect, type LoaderFunction, type RouteObject } from "react-router";
import { paths } from "./paths";
import { ErrorScreen } from "./shell/ErrorScreen";
import { requireAuth } from "./shell/guard";
import { Layout } from "./shell/Layout";
import { NotFound } from "./ui/ErrorPage";

/** Every screen is a chunk of its own, loaded with its route. */
function screen<Name extends string>(
  path: string,
  load: () => Promise<Record<Name, ComponentType> & { prepare?: LoaderFunction }>,
  name: Name,
): RouteObject {
  const lazy = async () => {
    const { [name]: Component, prepare: loader } = await load();
    return loader ? { Component, loader } : { Component };
  };
  return { path, lazy };
}

const open: RouteObject[] = [
  screen("/", () => import("./screens/HomeScreen"), "HomeScreen"),
  screen("/login", () => import("./features/auth/LoginScreen"), "LoginScreen"),
  screen("/login/recovery", () => import("./features/auth/RecoveryScreen"), "RecoveryScreen"),
  screen("/logout", () => import("./features/auth/LogoutScreen"), "LogoutScreen"),
  screen("/register", () => import("./features/auth/RegisterScreen"), "RegisterScreen"),
  screen("/forums", () => import("./features/forums/ForumsScreen"), "ForumsScreen"),
  screen("/forums/:id", () => import("./screens/ForumScreen"), "ForumScreen"),
  screen("/forums/:forumId/posts", () => import("./screens/ForumScreen"), "ForumScreen"),
  screen("/forums/:forumId/posts/search", () => import("./screens/ForumScreen"), "ForumScreen"),
  // The same component as the post's own: opening the dialog over a post leaves the thread as it is.
  screen("/posts/share", () => import("./screens/PostScreen"), "PostScreen"),
  screen("/posts/:post", () => import("./screens/PostScreen"), "PostScreen"),
  { path: "*", Component: NotFound },
];

const requiresAuth: RouteObject[] = [
  screen("/logged-in", () => import("./screens/LoggedInScreen"), "LoggedInScreen"),
  screen("/settings/:tab", () => import("./screens/SettingsScreen"), "SettingsScreen"),
  screen("/forums/favorites", () => import("./features/forums/FavoritesScreen"), "FavoritesScreen"),
  screen(
    "/forums/create",
    () => import("./features/forums/CreateForumScreen"),
    "CreateForumScreen",
  ),
  screen(
    "/forums/:id/create-post",
    () => import("./features/posts/CreatePostScreen"),
    "CreatePostScreen",
  ),
  screen("/posts/:post/edit", () => import("./features/posts/EditPostScreen"), "EditPostScreen"),
  screen(
    "/moderation/forum/:id/promote",
    () => import("./features/moderation/PromotionScreen"),
    "PromotionScreen",
  ),
  screen("/messages", () => import("./features/messages/MessagesScreen"), "MessagesScreen"),
  screen("/messages/:user", () => import("./features/messages/ChatScreen"), "ChatScreen"),
  screen("/users/admin", () => import("./features/moderation/AdminScreen"), "AdminScreen"),
];
for (const route of requiresAuth) route.loader = requireAuth;

/** Addresses that have moved, for the signed in. */
const moved = Object.entries({
  "/settings": paths.settings("account"),
  "/password": paths.settings("security"),
  "/your-data": paths.settings("data"),
}).map(([path, to]): RouteObject => ({
  path,
  loader: (args) => requireAuth(args) ?? redirect(to),
}));

export const routes: RouteObject[] = [
  {
    Component: Layout,
    ErrorBoundary: ErrorScreen,
    children: [{ ErrorBoundary: ErrorScreen, children: [...open, ...requiresAuth, ...moved] }],
  },
];
