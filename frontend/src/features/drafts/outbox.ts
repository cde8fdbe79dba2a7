import { t } from "@lingui/core/macro";
import { notifyFailure } from "../../api/refusal";
import { takeKey } from "../../api/sendOnce";
import { session } from "../../api/session";
import { ApiError } from "../../error";
import { storage } from "../../storage";
import { notify } from "../../ui/notify";
import { createStore } from "../../ui/store";
import { OUTBOX } from "./clearDrafts";
import { localKeys, type DraftForm } from "./draftForm";
import { readDraft, replaceDraft, writeDraft, writeOther } from "./draftStorage";
import { watchForm } from "./draftSync";

type Form = Pick<DraftForm, "key" | "to" | "about">;

/** A text that waits until the server can be reached. */
export type Waiting = {
  /** Its Idempotency-Key: it may have arrived already, and is written once all the same. */
  id: string;
  writtenAt: number;
  /** The form that it was written in, as its drafts name it. */
  form: Form;
  /** What was written, by field. */
  texts: Record<string, string>;
};

const store = createStore<readonly Waiting[]>([]);

/** What the member wrote without a connection, the oldest first; other tabs have the same. */
export const outbox = {
  get: store.get,
  use: store.use,
  has: (id: string) => storage.get(placeOf(id)) !== null,
  remove(id: string) {
    storage.remove(placeOf(id));
    reload();
  },
};

session.subscribe(reload);
addEventListener("storage", ({ key }) => {
  if (key === null || key.startsWith(OUTBOX)) reload();
});
reload();

/**
 * Sends a text, or keeps it until the server can be reached: then it resolves to nothing. `say` is the sentence of a
 * failure, where there is one of its own.
 */
export async function sendOrWait<T>(
  send: () => Promise<T>,
  { form, texts, say }: Pick<Waiting, "form" | "texts"> & { say?: string },
): Promise<T | undefined> {
  try {
    return await send();
  } catch (error) {
    const id = error instanceof ApiError && error.kind === "unreachable" && takeKey(error);
    if (!id) throw error;
    const waiting: Waiting = { id, writtenAt: Date.now(), form, texts };
    storage.set(placeOf(id), JSON.stringify(waiting));
    reload();
    const later = t`It is sent as soon as the server can be reached.`;
    if (navigator.onLine) notifyFailure(say ?? String, error, later);
    else notify({ message: later, type: "info" });
    return undefined;
  }
}

/** Puts a text back into its form, with the reason if the server refused it. */
export function takeBack({ id, form, texts }: Waiting, refusal?: string): void {
  const userId = session.get().user?.id;
  if (!userId) return;
  outbox.remove(id);
  const fields = localKeys(userId, form.key, Object.keys(texts));
  watchForm({ ...form, userId, fields });
  for (const [name, key] of Object.entries(fields)) {
    const text = texts[name] ?? "";
    // What was begun there since stays.
    if (readDraft(key)) writeOther(key, text);
    else {
      writeDraft(key, { text, base: "", refusal });
      replaceDraft(key, readDraft(key));
    }
  }
}

function placeOf(id: string): string {
  return `${OUTBOX}${session.get().user?.id}:${id}`;
}

function reload() {
  const own = storage.keys().filter((key) => key.startsWith(placeOf("")));
  const next = own
    .flatMap((key) => storage.getJson(key, isWaiting) ?? [])
    .toSorted((a, b) => a.writtenAt - b.writtenAt);
  if (JSON.stringify(next) !== JSON.stringify(store.get())) store.set(next);
}

function isWaiting(value: unknown): value is Waiting {
  return typeof value === "object" && value !== null && "texts" in value;
}
