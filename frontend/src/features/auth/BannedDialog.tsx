import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import { fieldErrors, statusOf } from "../../api/error";
import { Dialog } from "../../ui/Dialog";
import fields from "../../ui/fields.module.css";
import { Form, FormActions } from "../../ui/Form";
import { Field } from "../../ui/Select";
import { ErrorState } from "../../ui/States";
import { Time } from "../../ui/Time";
import styles from "./BannedDialog.module.css";
import type { Ban } from "./useLogin";

/** The spec's words, then the reason, the end and one appeal. */
export function BannedDialog({ ban, onClose }: { ban: Ban; onClose: () => void }) {
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
      {ban.appeal_token && <Appeal token={ban.appeal_token} />}
    </Dialog>
  );
}

function Appeal({ token }: { token: string }) {
  const appeal = useMutation({
    mutationFn: (text: string) =>
      unwrap(
        api.POST("/api/appeals", {
          headers: { Authorization: `Bearer ${token}` },
          body: { text },
        }),
      ),
  });
  const { error, isSuccess, isPending } = appeal;
  const isSentBefore = statusOf(error) === 409;
  const invalid = fieldErrors(error).text;
  if (isSuccess || isSentBefore)
    return (
      <p role="status">
        {isSuccess ? (
          <Trans>Your appeal was sent. The admins decide on it.</Trans>
        ) : (
          <Trans>You have appealed against this ban already. The admins decide on it.</Trans>
        )}
      </p>
    );
  return (
    <Form
      className={styles.appeal}
      isPending={isPending}
      onSubmit={(data) => appeal.mutate(String(data.get("text")))}
    >
      <Field
        label={t`Appeal`}
        hint={t`You can appeal once. The admins read it.`}
        {...(invalid && { error: invalid })}
      >
        {(field) => (
          <textarea
            className={fields.control}
            name="text"
            rows={4}
            dir="auto"
            maxLength={2000}
            required
            {...field}
          />
        )}
      </Field>
      {error && !invalid && <ErrorState text={t`Couldn't send the appeal.`} error={error} />}
      <FormActions submit={t`Send appeal`} />
    </Form>
  );
}
