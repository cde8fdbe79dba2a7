import { api, call } from "./client";
import { session } from "./session";

/** Reads `user` and `access` again: a promotion, a ban or a new forum may have changed them. */
export async function refreshMe(): Promise<void> {
  const { token, user } = session.get();
  if (!token || !user) return;
  const params = { path: { id: user.id } };
  try {
    const [fresh, access] = await Promise.all([
      call(api.GET("/api/user/{id}", { params })),
      accessOf(user.id),
    ]);
    if (session.get().token === token) session.set({ user: fresh, access });
  } catch {
    // What is remembered stays good until the next chance; a 401 or a ban has been dealt with.
  }
}

export function accessOf(userId: number) {
  const params = { path: { id: userId }, query: { limit: 100 } };
  return call(api.GET("/moderation/user/{id}", { params }));
}
