import { storage } from "../../storage";
import { createStore } from "../../ui/store";

const KEY = "enter-sends";

/** The Enter of a screen keyboard has no Shift beside it that would break the line. */
const isStandard = matchMedia("(pointer: fine)").matches;

const store = createStore<boolean>((storage.get(KEY) ?? String(isStandard)) === "true");

/** Whether Enter sends a message in this browser. */
export const useEnterSends = store.use;

export function setEnterSends(sends: boolean) {
  storage.set(KEY, String(sends));
  store.set(sends);
}
