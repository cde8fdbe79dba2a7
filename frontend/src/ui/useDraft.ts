import { t } from "@lingui/core/macro";
import { useEffect, useRef, useState } from "react";
import { storage } from "../api/storage";
import { confirm } from "./confirm";

const PREFIX = "draft:";
/** Above this length, text isn't discarded without a question. */
const CONFIRM_ABOVE = 80;

type Stored = { text: string; base: string };
type State = Stored & { key: string; isRestored: boolean };

export type Draft = {
  text: string;
  setText: (text: string) => void;
  /** Removes the sent text, but keeps text typed since. Takes the text as it was in the field. */
  clearSent: (sent: string) => void;
  discard: () => void;
  /** The text differs from the one being edited. */
  isChanged: boolean;
  /** The text comes from an earlier visit. */
  isRestored: boolean;
  /** The text was begun on another version than the one that is there now. */
  isOutdated: boolean;
};

/**
 * Text that survives a reload, a failed send and a login. `base` is the text being edited: a draft
 * remembers which version it was begun on.
 */
export function useDraft(key: string, base = ""): Draft {
  const [state, setState] = useState(() => load(key, base));
  let current = state;
  if (state.key !== key) current = load(key, base);
  else if (state.base !== base && state.text === state.base)
    current = { ...state, text: base, base };
  if (current !== state) setState(current);
  const latest = useRef(current);
  useEffect(() => {
    latest.current = current;
  });

  const update = (next: State) => {
    latest.current = next;
    setState(next);
  };
  return {
    text: current.text,
    isChanged: current.text !== current.base,
    isRestored: current.isRestored,
    isOutdated: current.base !== base,
    discard() {
      remove(key);
      update({ key, text: base, base, isRestored: false });
    },
    setText(text) {
      const next = { ...current, text };
      save(next);
      update(next);
    },
    clearSent(sent) {
      const now = latest.current.key === key ? latest.current : { ...current, text: sent };
      // Another tab may have a draft of its own for the same target.
      const isOwn = read(key)?.text === now.text;
      const next = afterSending(now, sent);
      if (isOwn) save(next);
      if (latest.current.key === key) update(next);
    },
  };
}

/** Discards the drafts of a form, long ones only after confirmation; returns whether it did. */
export async function confirmDiscard(...drafts: Draft[]): Promise<boolean> {
  const isLong = drafts.some(({ isChanged, text }) => isChanged && text.length > CONFIRM_ABOVE);
  if (isLong && !(await confirm(t`Discard what you've written?`, t`Discard`))) return false;
  for (const draft of drafts) draft.discard();
  return true;
}

export function hasDraft(key: string): boolean {
  return read(key) !== undefined;
}

/** Removes the drafts of this browser, as for a logout by hand. */
export function clearDrafts(): void {
  for (const key of storage.keys()) if (key.startsWith(PREFIX)) storage.remove(key);
}

function afterSending(state: State, sent: string): State {
  const { text, base } = state;
  if (text === sent) return { ...state, text: base, isRestored: false };
  // An edit continues from the sent version; a new text starts empty.
  if (base) return { ...state, base: sent };
  const rest = text.startsWith(sent) ? text.slice(sent.length).trimStart() : text;
  return { ...state, text: rest };
}

function load(key: string, base: string): State {
  const stored = read(key);
  return { key, text: base, base, ...stored, isRestored: stored !== undefined };
}

function read(key: string): Stored | undefined {
  const raw = storage.get(PREFIX + key);
  if (raw === null) return undefined;
  try {
    const { text, base } = JSON.parse(raw) as Partial<Stored>;
    if (typeof text === "string" && typeof base === "string") return { text, base };
  } catch {
    // Stored by an older release, as plain text.
  }
  return { text: raw, base: "" };
}

function save({ key, text, base }: State) {
  if (!text || text === base) return remove(key);
  storage.set(PREFIX + key, JSON.stringify({ text, base }));
}

function remove(key: string) {
  storage.remove(PREFIX + key);
}
