import { t } from "@lingui/core/macro";
import { notify } from "./notify";

/** Loads what a click needs; undefined where it can't be fetched, which a notification says. */
export async function loadOrNotify<T>(load: () => Promise<T>): Promise<T | undefined> {
  try {
    return await load();
  } catch {
    notify(t`Server could not be reached.`);
    return undefined;
  }
}
