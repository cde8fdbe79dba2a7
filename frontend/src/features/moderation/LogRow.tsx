import { Trans } from "@lingui/react/macro";
import type { LogEntry } from "../../api/types";
import { Badge } from "../../ui/Badge";
import { Icon } from "../../ui/Icon";
import { PersonPicture } from "../../ui/Person";
import { Time } from "../../ui/Time";
import styles from "./LogRow.module.css";
import { LogSentence } from "./LogSentence";

/** An entry of the log: who did what, why, when, and when it was reversed. */
export function LogRow({ entry }: { entry: LogEntry }) {
  const { at, by, reason, undone } = entry;
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
          {undone && (
            <Badge>
              <Trans>
                Undone <Time at={undone} />
              </Trans>
            </Badge>
          )}
        </p>
      </div>
    </article>
  );
}
