import { t } from "@lingui/core/macro";
import { ShortcutsCheckbox } from "../ui/Appearance";
import { Dialog } from "../ui/Dialog";
import styles from "./ShortcutsDialog.module.css";

export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const shortcuts: [keys: string[], action: string][] = [
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
    [["Ctrl / ⌘", "Enter"], t`Send`],
    [["?"], t`Show this map`],
  ];
  return (
    <Dialog title={t`Keyboard shortcuts`} onClose={onClose}>
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
