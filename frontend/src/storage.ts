/** Storage of the browser that never throws. Everything the app keeps in the browser goes through it. */
function createStorage(area: () => Storage) {
  /** Values that the browser refuses to store, because storage is blocked or full; they last as long as the page. */
  const memory = new Map<string, string>();
  const get = (key: string) => memory.get(key) ?? attempt(() => area().getItem(key)) ?? null;
  return {
    get,
    set(key: string, value: string): void {
      memory.set(key, value);
      attempt(() => {
        area().setItem(key, value);
        memory.delete(key);
      });
    },
    remove(key: string): void {
      memory.delete(key);
      attempt(() => area().removeItem(key));
    },
    keys(): string[] {
      const stored = attempt(() => Object.keys(area())) ?? [];
      return [...new Set([...stored, ...memory.keys()])];
    },
    /** Returns the parsed value, or null if it is invalid. */
    getJson<T>(key: string, isValid: (value: unknown) => value is T): T | null {
      const value: unknown = attempt(() => JSON.parse(get(key) ?? "null"));
      return isValid(value) ? value : null;
    },
  };
}

/** Shared by all tabs. */
export const storage = createStorage(() => localStorage);

/** Of this tab; it outlives a reload. */
export const tabStorage = createStorage(() => sessionStorage);

/** Where a browser blocks it, even reading the storage throws. */
function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
