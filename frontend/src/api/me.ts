import { api, unwrap, unwrapPage } from "./client";
import { allPages } from "./pages";
import { session } from "./session";
import { subjectOf } from "./token";
import type { Access } from "./types";

let running: Promise<void> | undefined;

/** Refreshes `user` and `access`, which a promotion, a ban or a new forum changes. */
export function refreshMe(): Promise<void> {
  // Only one at a time, because a 403 of the refresh itself asks for another one.
  running ??= refresh().finally(() => (running = undefined));
  return running;
}

/** The same after a change: an answer that was asked for before it may lack it. */
export async function refreshMeAfterChange(): Promise<void> {
  await running;
  return refreshMe();
}

async function refresh(): Promise<void> {
  const { token, user } = session.get();
  const id = user?.id ?? subjectOf(token);
  if (!token || !id) return;
  const [fresh, access] = await Promise.allSettled([
    unwrap(api.GET("/api/user/{id}", { params: { path: { id } } })),
    accessOf(id),
  ]);
  // The stored profile stays until the next refresh; a 401 or a ban was already handled.
  if (fresh.status === "rejected" || access.status === "rejected") return;
  const now = session.get();
  // A change that was saved meanwhile is newer than these answers.
  if (now.token === token && now.user !== user) return refresh();
  session.renew(token, { user: fresh.value, access: access.value });
}

export function accessOf(userId: number): Promise<Access[]> {
  return allPages((cursor) => {
    const params = { path: { id: userId }, query: { limit: 100, cursor } };
    return unwrapPage(api.GET("/moderation/user/{id}", { params }));
  });
}
