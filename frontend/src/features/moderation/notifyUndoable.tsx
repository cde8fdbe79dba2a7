import { t } from "@lingui/core/macro";
import { Button } from "../../ui/Button";
import { dismiss, notify } from "../../ui/notify";

/** How long an action can be undone from its notification. */
const UNDO_MS = 10_000;

/** Says what was done, and offers to undo it. */
export function notifyUndoable(message: string, undo: () => Promise<void>): void {
  notify({ message, type: "success", timeout: UNDO_MS, detail: <UndoNow onUndo={undo} /> });
}

function UndoNow({ onUndo }: { onUndo: () => Promise<void> }) {
  const undo = () => {
    dismiss();
    void onUndo();
  };
  return <Button onClick={undo}>{t`Undo`}</Button>;
}
