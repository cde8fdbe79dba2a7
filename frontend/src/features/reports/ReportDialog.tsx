import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { useId, useState } from "react";
import { api, unwrap } from "../../api/client";
import "../../api/sendOnce";
import { notifyFailure, textIsKept } from "../../api/refusal";
import { useUser } from "../../api/session";
import { fieldErrors } from "../../error";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import fields from "../../ui/fields.module.css";
import { Form } from "../../ui/Form";
import { notify } from "../../ui/notify";
import { Field } from "../../ui/Select";
import { DraftNotice } from "../drafts/DraftNotice";
import { confirmDiscard, useDraft } from "../drafts/useDraft";
import { reasonNames, type Reason } from "../reasons/reasons";

/** What members can report. A message goes to the admins alone. */
export type Reportable =
  | { kind: "post"; id: number }
  | { kind: "reply"; id: number }
  | { kind: "message"; id: number; contactId: number };

type Props = { target: Reportable; onClose: () => void };

/** Closing it without Cancel keeps the note as a draft. */
export function ReportDialog({ target, onClose }: Props) {
  const form = useId();
  const [reason, setReason] = useState<Reason>();
  const draft = useDraft(`${useUser()?.id}:report-${target.kind}-${target.id}`);
  const report = useReport(target, onClose);
  const send = () => {
    const note = draft.text;
    if (!reason) return;
    report.mutateAsync({ reason, note }).then(
      () => draft.clearSent(note),
      () => undefined,
    );
  };
  const cancel = async () => {
    if (await confirmDiscard(draft)) onClose();
  };
  return (
    <Dialog
      title={t`Report`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={() => void cancel()}>{t`Cancel`}</Button>
          <Button type="submit" form={form} variant="primary" disabled={!reason}>
            {t`Report`}
          </Button>
        </>
      }
    >
      <Form id={form} isPending={report.isPending} onSubmit={send}>
        <DraftNotice drafts={[draft]} />
        <Reasons chosen={reason} onChoose={setReason} />
        <Field label={t`Note`} error={fieldErrors(report.error).note}>
          {(field) => (
            <textarea
              className={fields.control}
              rows={3}
              dir="auto"
              maxLength={500}
              value={draft.text}
              onChange={(event) => draft.setText(event.target.value)}
              {...field}
            />
          )}
        </Field>
        <p className={fields.note}>
          {target.kind === "message" ? (
            <Trans>
              Admins will see and review this message. Nobody else sees who reported it.
            </Trans>
          ) : (
            <Trans>
              Moderators will review it and you will be notified. Nobody else sees who reported it.
            </Trans>
          )}
        </p>
      </Form>
    </Dialog>
  );
}

type ReasonsProps = { chosen: Reason | undefined; onChoose: (reason: Reason) => void };

function Reasons({ chosen, onChoose }: ReasonsProps) {
  const names = Object.entries(reasonNames()) as [Reason, string][];
  return (
    <fieldset className={fields.choices}>
      <legend>{t`Why are you reporting this?`}</legend>
      {names.map(([reason, text]) => (
        <label key={reason} className={fields.choice}>
          <input
            type="radio"
            name="reason"
            value={reason}
            checked={reason === chosen}
            onChange={() => onChoose(reason)}
          />
          {text}
        </label>
      ))}
    </fieldset>
  );
}

function useReport(target: Reportable, onClose: () => void) {
  return useMutation({
    mutationFn: (body: { reason: Reason; note: string }) => send(target, body),
    onSuccess() {
      notify({ message: t`Thank you. Your report was sent.`, type: "success" });
      onClose();
    },
    onError: (error) => notifyFailure(t`Couldn't send the report. Try again.`, error, textIsKept()),
  });
}

function send(target: Reportable, body: { reason: Reason; note: string }) {
  const { id } = target;
  if (target.kind === "post")
    return unwrap(api.POST("/api/posts/{id}/report", { params: { path: { id } }, body }));
  if (target.kind === "reply")
    return unwrap(api.POST("/api/replies/{id}/report", { params: { path: { id } }, body }));
  const path = { userId: target.contactId, messageId: id };
  return unwrap(
    api.POST("/api/contacts/{userId}/messages/{messageId}/report", { params: { path }, body }),
  );
}
