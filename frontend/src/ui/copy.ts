import { notify } from "./notify";

export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notify({ message: "Link copied.", type: "success" });
  } catch {
    // Without a secure connection browsers lend no clipboard: the address is there to be copied by hand.
    notify({ message: text, type: "info", timeout: 15_000 });
  }
}
