import { api, unwrap } from "../../api/client";
import { session } from "../../api/session";
import type { Language } from "../../languages";

/** Stores the member's language for what the site sends. If that fails, the screens have it all the same. */
export async function saveLanguage(language: Language): Promise<void> {
  const { id } = session.get().user ?? {};
  if (id === undefined) return;
  const params = { path: { id } };
  await unwrap(api.PUT("/api/user/{id}/settings", { params, body: { language } })).catch(
    () => null,
  );
}
