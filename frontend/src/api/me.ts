import { api, unwrap, unwrapPage } from "./client";
import { allPages } from "./pages";
import { session } from "./session";
import type { Access } from "./types";

/** Reads `user` and `access` again: a promotion, a ban or a new forum may have changed them. */
export async function refreshMe(): Promise<void> {
  const { token, user } = session.get();
  if (!token || !user) return;
  const params = { path: { id: user.id } };
  try {
    const [fresh, access] = await Promise.all([
      unwrap(api.GET("/api/user/{id}", { params })),
      accessOf(user.id),
    ]);
    session.renew(token, { user: fresh, access });
  } catch {
    // What is remembered stays good until the next chance; a 401 or a ban has been dealt with.
  }
}

export function accessOf(userId: number): Promise<Access[]> {
  return allPages((cursor) => {
    const params = { path: { id: userId }, query: { limit: 100, cursor } };
    return unwrapPage(api.GET("/moderation/user/{id}", { params }));
  });
}
