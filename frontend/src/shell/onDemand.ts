import { t } from "@lingui/core/macro";
import { notify } from "../ui/notify";
import { createStore } from "../ui/store";
import { usePopover } from "../ui/usePopover";
import { reloadOnce } from "./chunkErrors";

type Parts = typeof import("./parts");
const loaded = createStore<Parts | undefined>(undefined);

/** Menus, dialogs and shortcuts, once requested. */
export const useParts = loaded.use;

/**
 * Loads the menus, dialogs and shortcuts in one chunk when the first of them is opened. Shows a notification
 * and resolves to undefined if that fails.
 */
export async function loadParts(): Promise<Parts | undefined> {
  try {
    if (!loaded.get()) loaded.set(await import("./parts"));
  } catch (error) {
    notify(t`Server could not be reached.`);
    void reloadOnce(error);
  }
  return loaded.get();
}

/** A popover that loads the parts; focuses the first element that matches the selector. */
export function usePopoverOnDemand(field: "input" | "select") {
  const parts = useParts();
  const show = async (popover: HTMLElement) => {
    popover.querySelector<HTMLElement>(field)?.focus();
    if (!(await loadParts())) popover.hidePopover();
  };
  return { ...usePopover((popover) => void show(popover), parts !== undefined), parts };
}
