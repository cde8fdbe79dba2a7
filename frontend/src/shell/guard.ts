import { redirect, type Location, type MiddlewareFunction } from "react-router";
import { session } from "../api/session";
import { paths } from "../paths";

/** Visitors without a stored token are sent to the login, and come back after it. */
export const requireAuth: MiddlewareFunction = ({ request }) => {
  if (session.get().token) return;
  const { pathname, search } = new URL(request.url);
  throw redirect(paths.login(pathname + search));
};

/** The login leaves a mark in the history entry that it leads to; `/logged-in` asks for the welcome by its address. */
export function isWelcome({ pathname, state }: Pick<Location, "pathname" | "state">): boolean {
  return (
    (typeof state === "object" && state !== null && "welcome" in state) ||
    pathname === paths.loggedIn
  );
}
