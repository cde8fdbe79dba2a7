import { t } from "@lingui/core/macro";
import { useMutation } from "@tanstack/react-query";
import { fieldErrors, statusOf } from "../../error";
import fields from "../../ui/fields.module.css";
import { Form, FormActions } from "../../ui/Form";
import { Field } from "../../ui/Select";
import { ErrorState } from "../../ui/States";
import { DraftNotice } from "../drafts/DraftNotice";
import { useDraft } from "../drafts/useDraft";

/** Admins review appeals against bans from the site, moderators those against bans from a forum. */
export type Deciders = "admins" | "moderators";

type Props = {
  to: Deciders;
  /** The key of its draft. */
  draft: string;
  send: (text: string) => Promise<unknown>;
  autoFocus?: boolean;
  className?: string | undefined;
};

/** The form to appeal a ban, or a note that the appeal was sent. */
export function AppealForm({ to, draft: key, send, autoFocus = false, className }: Props) {
  const draft = useDraft(key);
  const { mutateAsync, error, isSuccess, isPending } = useMutation({ mutationFn: send });
  const isSentBefore = statusOf(error) === 409;
  const invalid = fieldErrors(error).text;
  const submit = () => {
    const sent = draft.text;
    mutateAsync(sent).then(
      () => draft.clearSent(sent),
      () => undefined,
    );
  };
  if (isSuccess || isSentBefore)
    return <p role="status">{isSuccess ? sentWords(to) : sentBeforeWords(to)}</p>;
  return (
    <Form className={className} isPending={isPending} onSubmit={submit}>
      <DraftNotice drafts={[draft]} />
      <Field
        label={t`Appeal`}
        hint={
          to === "admins"
            ? t`You can appeal once. An admin will review it.`
            : t`You can appeal once. The forum's moderators will review it.`
        }
        {...(invalid && { error: invalid })}
      >
        {(field) => (
          <textarea
            className={fields.control}
            rows={4}
            value={draft.text}
            onChange={(event) => draft.setText(event.target.value)}
            dir="auto"
            maxLength={2000}
            required
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- where the reader has just opened it
            autoFocus={autoFocus}
            {...field}
          />
        )}
      </Field>
      {error && !invalid && <ErrorState text={t`Couldn't send the appeal.`} error={error} />}
      <FormActions submit={t`Send appeal`} />
    </Form>
  );
}

export function sentWords(to: Deciders): string {
  return to === "admins"
    ? t`Your appeal was sent. An admin will review it.`
    : t`Your appeal was sent. The forum's moderators will review it.`;
}

function sentBeforeWords(to: Deciders): string {
  return to === "admins"
    ? t`You have already appealed this ban. An admin will review it.`
    : t`You have already appealed this ban. The forum's moderators will review it.`;
}
