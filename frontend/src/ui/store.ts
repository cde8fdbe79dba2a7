import { useSyncExternalStore } from "react";

/** One value outside of React that components can follow. */
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
    set(next: T) {
      value = next;
      for (const tell of listeners) tell();
    },
    use: () => useSyncExternalStore(subscribe, get),
    /** Draws anew only where the selected part has changed. */
    useSelected: <S>(select: (value: T) => S) =>
      useSyncExternalStore(subscribe, () => select(value)),
  };
}
