import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useUser } from "../../api/session";
import type { OwnEmail } from "../../api/types";
import { fieldErrors } from "../../error";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { confirm } from "../../ui/confirm";
import { TextField } from "../../ui/fields";
import { FormDialog } from "../../ui/FormDialog";
import { QueryBoundary } from "../../ui/States";
import { MailChoice } from "../notifications/MailChoice";
import { siteQueries } from "../site/queries";
import { CurrentPassword } from "./CurrentPassword";
import styles from "./EmailSettings.module.css";
import formStyles from "./Form.module.css";
import { emailQueries, useRemoveEmail, useSetEmail, type NewEmail } from "./useEmail";

/** The e-mail address of the account. Not shown where the site sends no mail. */
export function EmailSettings() {
  const { data: site } = useQuery(siteQueries.settings());
  return site?.signIn.mail ? <EmailCard /> : null;
}

function EmailCard() {
  const query = useQuery(emailQueries.own(useUser()?.id ?? 0));
  return (
    <Card as="section" aria-labelledby="email">
      <h2 id="email">{t`E-mail address`}</h2>
      <p className={formStyles.aside}>
        <Trans>
          For a link if you forget your password, and for notices about your account. Nobody else
          sees it.
        </Trans>
      </p>
      <QueryBoundary query={query} failed={t`Couldn't load your address. Try again.`}>
        {(email) => <Address {...email} />}
      </QueryBoundary>
    </Card>
  );
}

function Address({ email, confirmed, pending, switchedOff }: OwnEmail) {
  /** The address that the dialog begins with, and whether it is to be another one. */
  const [asked, setAsked] = useState<{ email: string; isFixed: boolean }>();
  const ask = (fixed?: string | null) => () => setAsked({ email: fixed ?? "", isFixed: !!fixed });
  return (
    <>
      {confirmed && (
        <div className={styles.address}>
          <b className={styles.email}>{email}</b>
          <span className={styles.state}>
            {switchedOff ? t`Switched off` : t({ message: "Confirmed", context: "e-mail address" })}
          </span>
        </div>
      )}
      {switchedOff && (
        <p role="alert">
          <Trans>
            Its mail server refused three mails in a row, so it gets none any more. Confirm the
            address again, or enter another one.
          </Trans>
        </p>
      )}
      {pending && (
        <div className={styles.address}>
          <b className={styles.email}>{pending}</b>
          <span className={styles.state}>{t`Not confirmed yet: open the link in the mail.`}</span>
        </div>
      )}
      <div className={styles.buttons}>
        {!email && <Button onClick={ask()}>{t`Add an address`}</Button>}
        {pending && <Button onClick={ask(pending)}>{t`Send again`}</Button>}
        {switchedOff && !pending && <Button onClick={ask(email)}>{t`Confirm again`}</Button>}
        {email && <Button onClick={ask()}>{t`Change`}</Button>}
        {email && <RemoveButton />}
      </div>
      {confirmed && !switchedOff && <MailChoice />}
      {asked && <AskForAddress {...asked} onClose={() => setAsked(undefined)} />}
    </>
  );
}

function RemoveButton() {
  const { isPending, mutate } = useRemoveEmail();
  async function ask() {
    const question = t`Remove your e-mail address? Then only a recovery code sets a new password.`;
    if (await confirm(question, t`Remove`, "destructive")) mutate();
  }
  return (
    <Button aria-disabled={isPending} onClick={() => isPending || void ask()}>
      {t`Remove`}
    </Button>
  );
}

type Props = { email: string; isFixed: boolean; onClose: () => void };

function AskForAddress({ email, isFixed, onClose }: Props) {
  const user = useUser();
  const set = useSetEmail(onClose);
  const errors = fieldErrors(set.error);
  return (
    <FormDialog
      title={t`E-mail address`}
      action={t`Send link`}
      isPending={set.isPending}
      onSubmit={(data) => set.mutate(data as NewEmail)}
      onClose={onClose}
    >
      <p>
        <Trans>We send a link there that confirms it.</Trans>
      </p>
      {/* Password managers learn from it whose password this is. */}
      <input hidden readOnly autoComplete="username" value={user?.username ?? ""} />
      <TextField
        label={t`E-mail address`}
        name="email"
        type="email"
        autoComplete="email"
        maxLength={254}
        required
        defaultValue={email}
        readOnly={isFixed}
        error={errors["email"]}
      />
      <CurrentPassword name="password" error={errors["password"]} />
    </FormDialog>
  );
}
