import { useCallback, useState } from "react";

const PREFIX = "draft:";

/** Text that survives a reload, a failed send and a login; cleared once it was sent. */
export function useDraft(key: string, initial = ""): [string, (text: string) => void] {
  const [draft, setDraft] = useState({ key, text: stored(key, initial) });
  if (draft.key !== key) setDraft({ key, text: stored(key, initial) });
  const write = useCallback(
    (text: string) => {
      setDraft({ key, text });
      if (text && text !== initial) localStorage.setItem(PREFIX + key, text);
      else localStorage.removeItem(PREFIX + key);
    },
    [key, initial],
  );
  return [draft.text, write];
}

export function hasDraft(key: string): boolean {
  return localStorage.getItem(PREFIX + key) !== null;
}

/** A logout by hand leaves nothing behind. */
export function clearDrafts(): void {
  for (const key of Object.keys(localStorage))
    if (key.startsWith(PREFIX)) localStorage.removeItem(key);
}

function stored(key: string, initial: string) {
  return localStorage.getItem(PREFIX + key) ?? initial;
}
