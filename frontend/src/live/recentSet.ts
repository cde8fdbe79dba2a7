/** Remembers the latest texts, at most `size`; `add` returns whether a text is new. */
export function createRecentSet(size: number) {
  const texts = new Set<string>();
  return {
    add(text: string): boolean {
      if (texts.has(text)) return false;
      texts.add(text);
      if (texts.size > size) texts.delete(texts.values().next().value ?? "");
      return true;
    },
  };
}
