import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { paths } from "../../paths";
import { ButtonLink } from "../../ui/Button";
import { Empty, QueryBoundary } from "../../ui/States";
import styles from "./BellPopover.module.css";
import { MarkAllRead } from "./MarkAllRead";
import { NotificationRow } from "./NotificationRow";
import { notificationQueries } from "./queries";

/** The latest notifications, below the bell. */
export function BellPopover() {
  const query = useQuery(notificationQueries.latest());
  return (
    <>
      <div className={styles.head}>
        <h2>{t`Notifications`}</h2>
        <MarkAllRead notifications={query.data?.items} />
        <ButtonLink
          variant="ghost"
          icon="settings"
          to={paths.settings("notifications")}
          aria-label={t`Notification settings`}
          title={t`Notification settings`}
        />
      </div>
      <QueryBoundary query={query} failed={t`Couldn't load notifications. Try again.`}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty>
              <p>{t`Replies, mentions and what you watch will show up here.`}</p>
            </Empty>
          ) : (
            <ul className={styles.list} aria-label={t`Latest notifications`}>
              {items.map((notification) => (
                <li key={notification.id}>
                  <NotificationRow notification={notification} />
                </li>
              ))}
            </ul>
          )
        }
      </QueryBoundary>
      <p className={styles.all}>
        <Link to={paths.notifications}>{t`All notifications`}</Link>
      </p>
    </>
  );
}
