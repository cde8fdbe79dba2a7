import { t } from "@lingui/core/macro";
import { notify } from "./notify";

export async function copyText(text: string, done = t`Link copied.`): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notify({ message: done, type: "success" });
  } catch {
    // Browsers allow the clipboard only over HTTPS; the notification shows the text to copy by hand.
    notify({ message: text, type: "info", timeout: 15_000 });
  }
}
