import { useNavigate } from "react-router";
import { session } from "../../api/session";
import { paths } from "../../paths";
import { clearDrafts } from "./clearDrafts";

/** Ends the session, removes what the member has not sent from this browser, and leads to the login. */
export function useSignOut(): () => void {
  const navigate = useNavigate();
  return () => {
    const { token, user } = session.get();
    const member = user?.id;
    if (member)
      void import("../../api/endSession").then(({ endSession }) => endSession(token, member));
    // First, so that nothing of the member is stored any more.
    session.clear();
    clearDrafts(member);
    void navigate(paths.login(), { replace: true });
  };
}
