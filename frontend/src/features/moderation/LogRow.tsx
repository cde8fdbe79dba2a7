import { Plural, Trans } from "@lingui/react/macro";
import { useModerates } from "../../api/session";
import type { LogEntry } from "../../api/types";
import { Badge } from "../../ui/Badge";
import { Icon } from "../../ui/Icon";
import { Time } from "../../ui/Time";
import { PersonPicture } from "../members/Person";
import styles from "./LogRow.module.css";
import { LogSentence } from "./LogSentence";
import type { RemovedThing } from "./restore";
import { RestoreButton } from "./RestoreButton";
import { UndoButton } from "./UndoButton";

/** How long removed posts and replies can be restored. */
const RESTORABLE_MS = 30 * 24 * 60 * 60 * 1000;

/** An entry of the log: who did what, why, when, and when it was reversed. */
export function LogRow({ entry }: { entry: LogEntry }) {
  const { action, at, by, reason, texts, undone } = entry;
  const moderates = useModerates(entry.forum?.id);
  const removed = moderates ? removedBy(entry) : undefined;
  return (
    <article className={styles.row}>
      <span className={styles.picture}>
        {by ? (
          <PersonPicture name={by.username} image={by.user_image} size={36} />
        ) : (
          <Icon name="shield" />
        )}
      </span>
      <div className={styles.text}>
        <p>
          <LogSentence entry={entry} />
        </p>
        {reason && (
          <p className={styles.reason} dir="auto">
            {reason}
          </p>
        )}
        <p className={styles.meta}>
          <Time at={at} />
          {typeof texts === "number" && action !== "same-author-removed" && (
            <span>
              <Plural value={texts} one="# text" other="# texts" />
            </span>
          )}
          {undone && (
            <Badge>
              <Trans>
                Reverted <Time at={undone} />
              </Trans>
            </Badge>
          )}
          {removed && <RestoreButton thing={removed} />}
          <UndoButton entry={entry} />
        </p>
      </div>
    </article>
  );
}

/** What an entry removed, while it can be restored. */
function removedBy({ action, at, target, undone }: LogEntry): RemovedThing | undefined {
  if (undone || !target || Date.now() - Date.parse(at) >= RESTORABLE_MS) return undefined;
  if (action === "post-deleted") return { kind: "post", id: target.id };
  return action === "reply-deleted" ? { kind: "reply", id: target.id } : undefined;
}
