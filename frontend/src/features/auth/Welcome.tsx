import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link, useLocation, useNavigate } from "react-router";
import { useUser } from "../../api/session";
import { paths } from "../../paths";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { forumQueries } from "../forums/queries";
import styles from "./Welcome.module.css";

/** How many forums it offers. */
const OFFERED = 5;

/** Shown over the screen after the login; on `/logged-in` it closes to home. */
export function Welcome() {
  const user = useUser();
  const navigate = useNavigate();
  const { pathname, search, hash, state } = useLocation();
  const isHome = pathname === paths.loggedIn || pathname === paths.home;
  const here = pathname === paths.loggedIn ? paths.home : pathname + search + hash;
  const { lacksCodes = false } = (state ?? {}) as { lacksCodes?: boolean };
  const close = () => void navigate(here, { replace: true, state: null, preventScrollReset: true });
  return (
    <Dialog
      title={user ? t`Welcome, ${user.username}!` : t`Welcome!`}
      onClose={close}
      actions={
        <Button ref={focusFirst} variant="primary" onClick={close}>
          {t`Close`}
        </Button>
      }
    >
      <p>
        <Trans>You are signed in. Pick a forum, or see what people are talking about today.</Trans>
      </p>
      {isHome && <ForumsToPick />}
      {lacksCodes && (
        <p>
          <Trans>
            <Link to={paths.settings("security")}>Generate recovery codes</Link> now, so that you
            can set a new password if you forget yours.
          </Trans>
        </p>
      )}
    </Dialog>
  );
}

/** A second Enter closes it instead of opening a forum. The dialog looks for the attribute, which React does not write. */
function focusFirst(button: HTMLButtonElement | null) {
  button?.setAttribute("autofocus", "");
}

/** Home has loaded them already; elsewhere members came for something else. */
function ForumsToPick() {
  const { data = [] } = useQuery(forumQueries.active());
  return (
    <ul className={styles.forums}>
      {data.slice(0, OFFERED).map(({ id, topic }) => (
        <li key={id}>
          <Link to={paths.forum(id)} dir="auto">
            {topic}
          </Link>
        </li>
      ))}
    </ul>
  );
}
