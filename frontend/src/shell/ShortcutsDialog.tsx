import { t } from "@lingui/core/macro";
import { useModeratesAny } from "../api/session";
import { ShortcutsCheckbox } from "../ui/Appearance";
import { Dialog } from "../ui/Dialog";
import styles from "./ShortcutsDialog.module.css";

type Shortcut = [keys: string[], action: string];

export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const moderates = useModeratesAny();
  const shortcuts: Shortcut[] = [
    [["/"], t`Search`],
    [["j"], t`Next item`],
    [["k"], t`Previous item`],
    [["o"], t`Open`],
    [["u"], t`Back`],
    [["v"], t`Upvote`],
    [["s"], t`Save`],
    [["r"], t`Reply`],
    [["n"], t`Next new reply`],
    [["q"], t`Quote selection`],
    [["g", "h"], t`Go to home`],
    [["g", "m"], t`Go to messages`],
    [["g", "n"], t`Go to notifications`],
    ...(moderates ? queueShortcuts() : []),
    [[t`Ctrl / ⌘`, "Enter"], t`Send`],
    [["?"], t`Show keyboard shortcuts`],
  ];
  return (
    <Dialog title={t`Keyboard shortcuts`} onClose={onClose} isWide>
      <dl className={styles.map}>
        {shortcuts.map(([keys, action]) => (
          <div key={action} className={styles.row}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{action}</dd>
          </div>
        ))}
      </dl>
      <ShortcutsCheckbox />
    </Dialog>
  );
}

/** The shortcuts of the queue of reports. */
function queueShortcuts(): Shortcut[] {
  return [
    [["g", "q"], t`Go to reports`],
    [["a"], t`Resolve or approve`],
    [["x"], t`Reject the report or appeal`],
    [["d"], t`Remove the reported content`],
    [["b"], t`Ban its author`],
    [["t"], t`Assign or unassign the report`],
  ];
}
