import { t } from "@lingui/core/macro";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { confirm } from "../../ui/confirm";
import {
  onDraftReplaced,
  onOtherOffered,
  readDraft,
  readOther,
  writeDraft,
  writeOther,
  type StoredDraft,
} from "./draftStorage";

/** Above this length, text isn't discarded without a question. */
const CONFIRM_ABOVE = 80;

type State = StoredDraft & {
  key: string;
  isRestored: boolean;
  other: string | undefined;
  /** The text that this tab last read or stored; any other stored text is from another tab. */
  known: string | undefined;
};

/** Of a text of this visit. */
const FRESH = { isRestored: false, refusal: undefined };

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
  /** Why the server refused the text, which was sent from here while nobody looked. */
  refusal: string | undefined;
  /** The text was begun on another version than the one that is there now. */
  isOutdated: boolean;
  /** A different text for the same place, from another tab or device. */
  other: string | undefined;
  /** Shows the other text, and offers this one instead. */
  swapOther: () => void;
  dropOther: () => void;
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
  const store = (next: State) => {
    const other = keepForeign(next);
    writeDraft(key, next);
    update({ ...next, known: readDraft(key)?.text, other });
  };
  const onReplaced = useEffectEvent((changed: string) => {
    if (changed === key) update(load(key, base));
  });
  const onOffered = useEffectEvent((changed: string) => {
    if (changed === key) update({ ...latest.current, other: readOther(key) });
  });
  useEffect(() => {
    const stop = onDraftReplaced(onReplaced);
    const stopOffers = onOtherOffered(onOffered);
    return () => {
      stop();
      stopOffers();
    };
  }, []);
  return {
    text: current.text,
    isChanged: current.text !== current.base,
    isRestored: current.isRestored,
    refusal: current.refusal,
    isOutdated: current.base !== base,
    other: current.other,
    setText: (text) => store({ ...current, text }),
    discard: () => store({ ...current, ...FRESH, text: base, base }),
    clearSent(sent) {
      const now = latest.current.key === key ? latest.current : { ...current, text: sent };
      if (readOther(key) === sent) writeOther(key, undefined);
      // Another tab may have a draft of its own for the same target.
      const isOwn = readDraft(key)?.text === now.text;
      const next = { ...afterSending(now, sent), other: readOther(key) };
      if (isOwn) writeDraft(key, next);
      if (latest.current.key === key) update({ ...next, known: readDraft(key)?.text });
    },
    swapOther() {
      const { text, other = "" } = latest.current;
      writeOther(key, text);
      store({ ...latest.current, text: other, other: text || undefined });
    },
    dropOther: () => writeOther(key, undefined),
  };
}

/** Discards the drafts of a form, long ones only after confirmation; returns whether it did. */
export async function confirmDiscard(...drafts: Draft[]): Promise<boolean> {
  const isLong = drafts.some(({ isChanged, text }) => isChanged && text.length > CONFIRM_ABOVE);
  if (isLong && !(await confirm(t`Discard what you've written?`, t`Discard`))) return false;
  for (const draft of drafts) draft.discard();
  return true;
}

function afterSending(state: State, sent: string): State {
  const { text, base } = state;
  if (text === sent) return { ...state, ...FRESH, text: base };
  // An edit continues from the sent version; a new text starts empty.
  if (base) return { ...state, base: sent };
  const rest = text.startsWith(sent) ? text.slice(sent.length).trimStart() : text;
  return { ...state, text: rest };
}

function load(key: string, base: string): State {
  const stored = readDraft(key);
  const isRestored = stored !== undefined;
  return {
    key,
    text: base,
    base,
    ...stored,
    isRestored,
    other: readOther(key),
    known: stored?.text,
  };
}

/** Keeps a text that another tab stored meanwhile as the other version. */
function keepForeign({ key, text, known, other }: State): string | undefined {
  const stored = readDraft(key)?.text;
  if (stored === undefined || stored === known || stored === text) return other;
  writeOther(key, stored);
  return stored;
}
