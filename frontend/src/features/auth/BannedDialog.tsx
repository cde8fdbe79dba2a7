import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { api, unwrap } from "../../api/client";
import type { Ban } from "../../api/session";
import { subjectOf } from "../../api/token";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { AppealForm } from "../bans/AppealForm";
import { BanTerms } from "../bans/BanTerms";
import { DeleteAccount } from "./DeleteAccount";
import { useDownloadData } from "../profile/useDownloadData";
import { ContactLine } from "../site/ContactAdmins";
import styles from "./BannedDialog.module.css";

/** The spec's words, then the reason and end of the ban, the form to appeal it, and what is left of the account. */
export function BannedDialog({ ban, onClose }: { ban: Ban; onClose: () => void }) {
  const token = ban.appeal_token ?? "";
  const headers = { Authorization: `Bearer ${token}` };
  // After a reload nothing is known but that there is a ban.
  const isKnown = token !== "";
  const id = subjectOf(token);
  const account = id === undefined ? undefined : { id, token };
  const [isDeleting, setDeleting] = useState(false);
  const download = useDownloadData();
  if (account && isDeleting)
    return <DeleteAccount account={account} onClose={() => setDeleting(false)} />;
  return (
    <Dialog
      title={t`Sorry, login unsuccessful`}
      onClose={onClose}
      // A secondary button, as the appeal has the primary one.
      actions={<Button onClick={onClose}>{t`Close`}</Button>}
    >
      <p>
        <Trans>This user has been banned</Trans>
      </p>
      <BanTerms reason={ban.reason} until={ban.until ?? (isKnown ? null : undefined)} />
      {isKnown && (
        <AppealForm
          className={styles.appeal}
          to="admins"
          draft={`${id}:appeal`}
          send={(text) => unwrap(api.POST("/api/appeals", { headers, body: { text } }))}
        />
      )}
      <ContactLine className={styles.contact} />
      {account && (
        <p className={styles.data}>
          <Button
            aria-disabled={download.isPending}
            onClick={() => download.isPending || download.mutate(account)}
          >
            <Trans>Download your data</Trans>
          </Button>
          <Button variant="danger" onClick={() => setDeleting(true)}>
            <Trans>Delete account</Trans>
          </Button>
        </p>
      )}
    </Dialog>
  );
}
