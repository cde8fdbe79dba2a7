import { t } from "@lingui/core/macro";
import { connection } from "../api/connection";
import { liveStatus } from "../api/liveStatus";
import { refreshMeAfterChange } from "../api/me";
import { session, useUser } from "../api/session";
import { messageEvents } from "../features/messages/live";
import { Bell, ReportCount } from "../features/notifications/Bell";
import { useRenewedPush } from "../features/notifications/useRenewedPush";
import { postEvents } from "../features/posts/live";
import { replyEvents } from "../features/replies/live";
import { useFollow, type LiveHandlers } from "../live/follow";
import styles from "./member.module.css";
import { useFreshMe } from "./useFreshMe";
import { useSendWaiting } from "./sendWaiting";
import { useWorker } from "./useWorker";

export { MessageCount } from "../features/notifications/Bell";
export { NewPosts } from "../features/posts/NewPosts";
export { ProfileMenu } from "./ProfileMenu";
export { SecondStepNotice } from "./SecondStepNotice";

/** This browser may be about to receive a new token. */
const SIGN_OUT_DELAY_MS = 300;

const sessionEvents: LiveHandlers = {
  session(_, { reason }) {
    if (reason === "banned") void endBanned();
    else if (reason === "role") void refreshMeAfterChange();
    // The device that signed out the others stays signed in: ask the server whether this is it.
    else setTimeout(() => void refreshMeAfterChange(), SIGN_OUT_DELAY_MS);
  },
};

/** Asks the API, because its refusal has the reason and end of the ban, which the event lacks. */
async function endBanned() {
  const { token } = session.get();
  await refreshMeAfterChange();
  if (token && session.get().token === token) session.end("banned");
}

/** The event handlers of all features. */
const HANDLERS = [sessionEvents, messageEvents, postEvents, replyEvents];

/** The bell and the report count; also refreshes the session and follows the live stream. */
export function MemberTools({ isStart }: { isStart: boolean }) {
  useFreshMe(isStart);
  useWorker();
  useSendWaiting();
  useFollow(useUser()?.id, HANDLERS);
  useRenewedPush();
  return (
    <>
      <ReportCount />
      <Bell />
      <Reconnecting />
    </>
  );
}

/** The live region exists before its text, so that screen readers announce it. */
function Reconnecting() {
  // The bar says so where nothing can be reached.
  const isLost = connection.useSelected(({ isLost }) => isLost);
  const isDown = liveStatus.use() === "down" && !isLost;
  return (
    <div className={styles.place} aria-live="polite">
      {isDown && <p className={styles.note}>{t`Reconnecting…`}</p>}
    </div>
  );
}
