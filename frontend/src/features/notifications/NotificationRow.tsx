import { t } from "@lingui/core/macro";
import { useState } from "react";
import { Link } from "react-router";
import type { Notification, WatchLevel } from "../../api/types";
import { paths } from "../../paths";
import { Button, ButtonLink } from "../../ui/Button";
import { Icon } from "../../ui/Icon";
import { Time } from "../../ui/Time";
import { VisibilityMark } from "../access/VisibilityMark";
import { PersonPicture } from "../members/Person";
import styles from "./NotificationRow.module.css";
import { addressOf, sentenceOf } from "./sentence";
import { useMarkRead } from "./useRead";
import type { Watchable } from "./useWatch";
import { WatchIcons } from "./WatchButtons";

/** A notification; a click anywhere opens its target and marks it as read. */
export function NotificationRow({ notification }: { notification: Notification }) {
  const { actors, forum, reason, excerpt, read, updatedAt, watch } = notification;
  const markRead = useMarkRead();
  const address = addressOf(notification);
  const sentence = sentenceOf(notification);
  const what = subjectOf(notification);
  return (
    <article className={`${styles.row} ${read ? "" : styles.unread}`}>
      <span className={styles.picture}>
        {actors[0] ? (
          <PersonPicture
            className={styles.person}
            name={actors[0].username}
            image={actors[0].user_image}
            size={36}
          />
        ) : (
          <Icon name="shield" />
        )}
      </span>
      <div className={styles.text}>
        <p className={styles.sentence} dir="auto">
          {!read && <span className="visually-hidden">{t`Unread:`} </span>}
          {address ? (
            <Link to={address} data-shortcut="open" onClick={() => markRead(notification)}>
              {sentence}
            </Link>
          ) : (
            sentence
          )}
        </p>
        {reason && (
          <p className={styles.reason} dir="auto">
            {t`Reason: ${reason}`}
          </p>
        )}
        {excerpt && (
          <p className={styles.excerpt} dir="auto">
            {excerpt}
          </p>
        )}
        <p className={styles.meta}>
          <Time at={updatedAt} />
          {forum?.visibility && <VisibilityMark of={forum.visibility} />}
        </p>
      </div>
      <div className={styles.tools}>
        {!read && (
          <Button
            variant="ghost"
            icon="check"
            aria-label={t`Mark as read`}
            title={t`Mark as read`}
            data-mark-read
            onClick={({ currentTarget }) => {
              focusNext(currentTarget);
              markRead(notification);
            }}
          />
        )}
        {what && <LevelButtons what={what} level={watch ?? "normal"} />}
        <ButtonLink
          variant="ghost"
          icon="settings"
          to={paths.settings("notifications")}
          aria-label={t`Notification settings`}
          title={t`Notification settings`}
        />
      </div>
    </article>
  );
}

/** The button leaves its row, and the row a list of unread ones: the focus goes to the next one's, if there is one. */
function focusNext(button: HTMLElement) {
  const buttons = [
    ...(button.closest("ul")?.querySelectorAll<HTMLElement>("[data-mark-read]") ?? []),
  ];
  buttons[buttons.indexOf(button) + 1]?.focus();
}

/** The post or forum of a notification, which can be watched or muted; a report changes neither. */
function subjectOf({ kind, post, forum }: Notification): Watchable | undefined {
  if (kind === "report") return undefined;
  if (kind === "watched-forum" && forum) return { kind: "forum", id: forum.id };
  return post ? { kind: "post", id: post.id } : undefined;
}

/** Shows what was chosen until the list is fetched again. */
function LevelButtons({ what, level }: { what: Watchable; level: WatchLevel }) {
  const [chosen, setChosen] = useState({ level, before: level });
  if (chosen.before !== level) setChosen({ level, before: level });
  const choose = (now: WatchLevel) => setChosen({ level: now, before: level });
  return <WatchIcons what={what} level={chosen.level} onLevel={choose} />;
}
