import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useLocation, useNavigate } from "react-router";
import { useUser } from "../../api/session";
import { paths } from "../../paths";
import { Dialog } from "../../ui/Dialog";

/** Shown over the screen after the login; on `/logged-in` it closes to home. */
export function Welcome() {
  const user = useUser();
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  const here = pathname === paths.loggedIn ? paths.home : pathname + search + hash;
  return (
    <Dialog
      title={user ? t`Welcome, ${user.username}!` : t`Welcome!`}
      onClose={() => void navigate(here, { replace: true, state: null, preventScrollReset: true })}
    >
      <p>
        <Trans>You are signed in. Pick a forum, or see what people are talking about today.</Trans>
      </p>
    </Dialog>
  );
}
