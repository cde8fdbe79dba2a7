import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "../../ui/Button";
import { copyText } from "../../ui/copy";
import { TextField } from "../../ui/fields";
import { Time } from "../../ui/Time";
import styles from "./Invitations.module.css";

/** The link of a new invitation, to copy. */
export function InviteLink({ url, until }: { url: string; until: string }) {
  const address = new URL(url, location.origin).href;
  return (
    <div className={styles.link} role="status">
      <TextField
        label={t`Invitation link`}
        readOnly
        inputMode="url"
        value={address}
        onFocus={({ currentTarget }) => currentTarget.select()}
        hint={
          <Trans>
            Valid until <Time at={until} exact />. It is not shown again.
          </Trans>
        }
      />
      <Button onClick={() => void copyText(address)}>{t`Copy link`}</Button>
    </div>
  );
}
