/** The browser's caches, which jsdom lacks, as far as the service worker uses them. */
export function fakeCaches() {
  const stores = new Map<string, Map<string, Response>>();
  const keyOf = (address: string) => new URL(address, location.href).href;
  const open = (name: string) => {
    const store = stores.get(name) ?? new Map<string, Response>();
    stores.set(name, store);
    return Promise.resolve({
      put: async (address: string, response: Response) => {
        store.delete(keyOf(address));
        store.set(keyOf(address), response);
      },
      addAll: async (addresses: string[]) => {
        for (const address of addresses) store.set(keyOf(address), await fetch(address));
      },
      keys: async () => [...store.keys()].map((url) => ({ url })),
      delete: async ({ url }: { url: string }) => store.delete(url),
    });
  };
  return {
    stores,
    open,
    keys: async () => [...stores.keys()],
    has: async (name: string) => stores.has(name),
    delete: async (name: string) => stores.delete(name),
    match: async (address: string, { cacheName }: { cacheName?: string } = {}) =>
      [...stores]
        .filter(([name]) => !cacheName || name === cacheName)
        .map(([, store]) => store.get(keyOf(address))?.clone())
        .find(Boolean),
  };
}
