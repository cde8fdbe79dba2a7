import { t } from "@lingui/core/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import { fieldErrors } from "../../api/error";
import type { Profile } from "../../api/types";
import fields from "../../ui/fields.module.css";
import { Form, FormActions } from "../../ui/Form";
import { notify, notifyFailure } from "../../ui/notify";
import { Field } from "../../ui/Select";
import { confirmDiscard, useDraft } from "../../ui/useDraft";
import { profileQueries } from "./queries";

const MOST_CHARS = 2000;

/** What members say about themselves; what is typed is kept until it is saved. */
export function AboutForm({ profile, onClose }: { profile: Profile; onClose: () => void }) {
  const draft = useDraft(`${profile.id}:about`, profile.about);
  const save = useSaveAbout(profile, onClose);
  const submit = () => {
    const sent = draft.text;
    save.mutateAsync(sent).then(
      () => draft.clearSent(sent),
      () => undefined,
    );
  };
  const cancel = async () => {
    if (await confirmDiscard(draft)) onClose();
  };
  return (
    <Form isPending={save.isPending} onSubmit={submit}>
      <Field label={t`About you`} error={fieldErrors(save.error).about}>
        {(field) => (
          <textarea
            className={fields.control}
            rows={5}
            dir="auto"
            maxLength={MOST_CHARS}
            value={draft.text}
            onChange={(event) => draft.setText(event.target.value)}
            {...field}
          />
        )}
      </Field>
      <FormActions submit={t`Save`} onCancel={() => void cancel()} />
    </Form>
  );
}

function useSaveAbout({ id, username }: Profile, onClose: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (about: string) =>
      unwrap(api.PUT("/api/user/{id}/about", { params: { path: { id } }, body: { about } })),
    onSuccess(profile) {
      client.setQueryData(profileQueries.detail(username).queryKey, profile);
      notify({ message: t`Profile updated.`, type: "success" });
      onClose();
    },
    onError: (error) => notifyFailure(t`Couldn't update the profile. Try again.`, error),
  });
}
