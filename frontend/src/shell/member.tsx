import { t } from "@lingui/core/macro";
import { refreshMe } from "../api/me";
import { session, useUser } from "../api/session";
import { messageEvents } from "../features/messages/live";
import { moderationEvents } from "../features/moderation/live";
import { Bell, ReportCount } from "../features/notifications/Bell";
import { notificationEvents } from "../features/notifications/live";
import { postEvents } from "../features/posts/live";
import { replyEvents } from "../features/replies/live";
import type { LiveHandlers } from "../live/events";
import { liveStatus } from "../live/status";
import { useFollow } from "../live/useFollow";
import styles from "./member.module.css";
import { useFreshMe } from "./useFreshMe";

export { MessageCount } from "../features/notifications/Bell";
export { NewPosts } from "../features/posts/NewPosts";
export { ProfileMenu } from "./ProfileMenu";

/** A new token of this very browser may still be on its way. */
const SIGN_OUT_DELAY_MS = 300;

const sessionEvents: LiveHandlers = {
  session(_, { reason }) {
    if (reason === "banned") void endBanned();
    else if (reason === "role") void refreshMe();
    // Whoever signed out the other devices stays: the server says whom it still knows.
    else setTimeout(() => void refreshMe(), SIGN_OUT_DELAY_MS);
  },
};

/** Any call of a banned member is refused with the reason and the end, which the event lacks. */
async function endBanned() {
  const { token } = session.get();
  await refreshMe();
  if (token && session.get().token === token) session.end("banned");
}

/** Everything that answers the stream's events. */
const HANDLERS = [
  sessionEvents,
  notificationEvents,
  messageEvents,
  moderationEvents,
  postEvents,
  replyEvents,
];

/** What the bar has for members: the bell, and what keeps session and screens fresh. */
export function MemberTools({ isStart }: { isStart: boolean }) {
  useFreshMe(isStart);
  useFollow(useUser()?.id, HANDLERS);
  return (
    <>
      <ReportCount />
      <Bell />
      <Reconnecting />
    </>
  );
}

/** The live region is there before its text. */
function Reconnecting() {
  const isDown = liveStatus.use() === "down";
  return (
    <div className={styles.place} aria-live="polite">
      {isDown && <p className={styles.note}>{t`Reconnecting…`}</p>}
    </div>
  );
}
