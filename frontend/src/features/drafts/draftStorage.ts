import { storage } from "../../storage";
import { OTHER, PREFIX } from "./clearDrafts";

/** A text, the version that it was begun on, and why it came back where the server refused it. */
export type StoredDraft = { text: string; base: string; refusal?: string | undefined };

const offered = new Set<(key: string) => void>();
const replaced = new Set<(key: string) => void>();
const written = new Set<(key: string) => void>();

export function readDraft(key: string): StoredDraft | undefined {
  const raw = storage.get(PREFIX + key);
  if (raw === null) return undefined;
  try {
    const { text, base, refusal } = JSON.parse(raw) as Partial<StoredDraft>;
    if (typeof text === "string" && typeof base === "string")
      return { text, base, ...(refusal && { refusal }) };
  } catch {
    // Stored by an older release, as plain text.
  }
  return { text: raw, base: "" };
}

/** Stores a draft, or removes it if the text is empty or unchanged. */
export function writeDraft(key: string, { text, base, refusal }: StoredDraft): void {
  if (!text || text === base) storage.remove(PREFIX + key);
  else storage.set(PREFIX + key, JSON.stringify({ text, base, refusal }));
  for (const tell of written) tell(key);
}

/** Moves the drafts of a form to another one; what was begun there already stays. */
export function moveDrafts(from: string, to: string): void {
  for (const name of storage.keys()) {
    if (!name.startsWith(PREFIX + from)) continue;
    const key = name.slice(PREFIX.length);
    const target = to + key.slice(from.length);
    const draft = readDraft(key);
    if (!draft || hasDraft(target)) continue;
    writeDraft(target, draft);
    writeDraft(key, { text: "", base: "" });
  }
}

/** Replaces a draft by the one of another device, also on the screen. */
export function replaceDraft(key: string, draft: StoredDraft | undefined): void {
  if (draft) storage.set(PREFIX + key, JSON.stringify(draft));
  else storage.remove(PREFIX + key);
  for (const tell of replaced) tell(key);
}

/** A different text for the same place, from another tab or device. */
export function readOther(key: string): string | undefined {
  return storage.get(OTHER + key) ?? undefined;
}

export function writeOther(key: string, text: string | undefined): void {
  if (text) storage.set(OTHER + key, text);
  else storage.remove(OTHER + key);
  for (const tell of offered) tell(key);
}

export function onOtherOffered(tell: (key: string) => void) {
  offered.add(tell);
  return () => void offered.delete(tell);
}

export function onDraftReplaced(tell: (key: string) => void) {
  replaced.add(tell);
  return () => void replaced.delete(tell);
}

export function onDraftWritten(tell: (key: string) => void) {
  written.add(tell);
  return () => void written.delete(tell);
}

export function hasDraft(key: string): boolean {
  return readDraft(key) !== undefined;
}
