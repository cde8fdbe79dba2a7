import { storage } from "../storage";

const KEY = "shortcuts";

/** Keyboard shortcuts are on unless they were switched off in this browser. */
export function areShortcutsOn(): boolean {
  return storage.get(KEY) !== "off";
}

export function setShortcutsOn(isOn: boolean): void {
  if (isOn) storage.remove(KEY);
  else storage.set(KEY, "off");
}
