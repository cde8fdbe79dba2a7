import { t } from "@lingui/core/macro";
import { Link } from "react-router";
import type { Notification } from "../../api/types";
import { paths } from "../../paths";
import { Button, ButtonLink } from "../../ui/Button";
import { Icon } from "../../ui/Icon";
import { Time } from "../../ui/Time";
import { PersonPicture } from "../members/Person";
import styles from "./NotificationRow.module.css";
import { addressOf, sentenceOf } from "./sentence";
import { useMarkRead } from "./useRead";
import { useWatch, type Watchable } from "./useWatch";

/** A notification; a click anywhere opens its target and marks it as read. */
export function NotificationRow({ notification }: { notification: Notification }) {
  const { actors, reason, excerpt, read, updatedAt } = notification;
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
        </p>
      </div>
      <div className={styles.tools}>
        {!read && (
          <Button
            variant="ghost"
            icon="check"
            aria-label={t`Mark as read`}
            title={t`Mark as read`}
            onClick={() => markRead(notification)}
          />
        )}
        {what && <LevelButtons what={what} />}
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

/** The post or forum of a notification, which can be watched or muted. */
function subjectOf({ kind, post, forum }: Notification): Watchable | undefined {
  if (kind === "watched-forum" && forum) return { kind: "forum", id: forum.id };
  return post ? { kind: "post", id: post.id } : undefined;
}

function LevelButtons({ what }: { what: Watchable }) {
  const { mutate, isPending } = useWatch(what);
  const words =
    what.kind === "post"
      ? { watch: t`Watch this post`, mute: t`Mute this post` }
      : { watch: t`Watch this forum`, mute: t`Mute this forum` };
  return (
    <>
      <Button
        variant="ghost"
        aria-label={words.watch}
        title={words.watch}
        aria-disabled={isPending}
        onClick={() => isPending || mutate("watching")}
      >
        <Icon name="bell" />
      </Button>
      <Button
        variant="ghost"
        aria-label={words.mute}
        title={words.mute}
        aria-disabled={isPending}
        onClick={() => isPending || mutate("muted")}
      >
        <Icon name="bellOff" />
      </Button>
    </>
  );
}
