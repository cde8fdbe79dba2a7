import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useLocation } from "react-router";
import { paths } from "../paths";
import { ButtonLink } from "../ui/Button";
import styles from "./SecondStepNotice.module.css";

/** Leads to the set-up of the second step that the site asks for. */
export function SecondStepNotice() {
  const address = paths.settings("security");
  const isThere = useLocation().pathname === address;
  return (
    <aside className={styles.notice} aria-label={t`Second step needed`}>
      <p>
        <Trans>
          This site asks you for a second step: a code of an app after your password. Until it is
          on, you only read.
        </Trans>
      </p>
      {!isThere && (
        <ButtonLink variant="primary" to={address}>
          {t`Set it up`}
        </ButtonLink>
      )}
    </aside>
  );
}
