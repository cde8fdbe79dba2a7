import { useSyncExternalStore } from "react";

/** A value outside of React that components can subscribe to. */
export function createStore<T>(initial: T) {
  let value = initial;
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  const get = () => value;
  return {
    get,
    subscribe,
    set(next: T) {
      if (Object.is(next, value)) return;
      value = next;
      for (const tell of listeners) tell();
    },
    use: () => useSyncExternalStore(subscribe, get),
    /** Renders again only when the selected part changes. */
    useSelected: <S>(select: (value: T) => S) =>
      useSyncExternalStore(subscribe, () => select(value)),
  };
}
