/** If the browser refuses to store a value (blocked or full), it lives as long as the page. */
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
  /** Returns the parsed value, or null where it is no JSON or `isValid` refuses its shape. */
  getJson<T>(key: string, isValid: (value: unknown) => value is T): T | null {
    const value: unknown = attempt(() => JSON.parse(storage.get(key) ?? "null"));
    return isValid(value) ? value : null;
  },
};

/** Even reading the name `localStorage` throws where a browser blocks it. */
function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
