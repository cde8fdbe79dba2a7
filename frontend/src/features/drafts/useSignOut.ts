import { t } from "@lingui/core/macro";
import { useNavigate } from "react-router";
import { session } from "../../api/session";
import { paths } from "../../paths";
import { storage } from "../../storage";
import { confirm } from "../../ui/confirm";
import { clearDrafts, OUTBOX } from "./clearDrafts";

/**
 * Ends the session, removes what the member has not sent from this browser, and leads to the login. Asks if something
 * waits to be sent.
 */
export function useSignOut(): () => void {
  const navigate = useNavigate();
  async function signOut() {
    const { token, user } = session.get();
    const member = user?.id;
    const isWaiting = storage.keys().some((key) => key.startsWith(`${OUTBOX}${member}:`));
    const question = t`Discard what is waiting to be sent?`;
    if (isWaiting && !(await confirm(question, t`Logout`, "destructive"))) return;
    if (member)
      void import("../../api/endSession").then(({ endSession }) => endSession(token, member));
    // First, so that nothing of the member is stored any more.
    session.clear();
    clearDrafts(member);
    void navigate(paths.login(), { replace: true });
  }
  return () => void signOut();
}
