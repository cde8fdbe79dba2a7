/** Values that the browser refuses to store, because storage is blocked or full; they last as long as the page. */
const memory = new Map<string, string>();

/** `localStorage` that never throws. Everything the app keeps in the browser goes through it. */
export const storage = {
  get(key: string): string | null {
    return memory.get(key) ?? attempt(() => localStorage.getItem(key)) ?? null;
  },
  set(key: string, value: string): void {
    memory.set(key, value);
    attempt(() => {
      localStorage.setItem(key, value);
      memory.delete(key);
    });
  },
  remove(key: string): void {
    memory.delete(key);
    attempt(() => localStorage.removeItem(key));
  },
  keys(): string[] {
    const stored = attempt(() => Object.keys(localStorage)) ?? [];
    return [...new Set([...stored, ...memory.keys()])];
  },
  /** Returns the parsed value, or null if it is invalid. */
  getJson<T>(key: string, isValid: (value: unknown) => value is T): T | null {
    const value: unknown = attempt(() => JSON.parse(storage.get(key) ?? "null"));
    return isValid(value) ? value : null;
  },
};

/** Where a browser blocks it, even reading `localStorage` throws. */
function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
