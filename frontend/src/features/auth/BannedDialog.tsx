import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { api, unwrap } from "../../api/client";
import { AppealForm } from "../../ui/AppealForm";
import { Dialog } from "../../ui/Dialog";
import { Time } from "../../ui/Time";
import styles from "./BannedDialog.module.css";
import type { Ban } from "./useLogin";

/** The spec's words, then the reason, the end and one appeal. */
export function BannedDialog({ ban, onClose }: { ban: Ban; onClose: () => void }) {
  const headers = { Authorization: `Bearer ${ban.appeal_token}` };
  return (
    <Dialog title={t`Sorry, login unsuccessful`} onClose={onClose}>
      <p>
        <Trans>This user has been banned</Trans>
      </p>
      {ban.reason && (
        <p>
          <Trans>
            Reason: <bdi>{ban.reason}</bdi>
          </Trans>
        </p>
      )}
      {ban.until && (
        <p>
          <Trans>
            The ban ends on <Time at={ban.until} exact />
          </Trans>
        </p>
      )}
      {ban.appeal_token && (
        <AppealForm
          className={styles.appeal}
          to="admins"
          send={(text) => unwrap(api.POST("/api/appeals", { headers, body: { text } }))}
        />
      )}
    </Dialog>
  );
}
