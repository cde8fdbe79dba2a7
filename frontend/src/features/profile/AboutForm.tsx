import { t } from "@lingui/core/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { applyChange } from "../../api/changes";
import { api, unwrap } from "../../api/client";
import { keys } from "../../api/queryKeys";
import { notifyFailure, textIsKept } from "../../api/refusal";
import type { Profile } from "../../api/types";
import { fieldErrors } from "../../error";
import { paths } from "../../paths";
import { Form, FormActions } from "../../ui/Form";
import { notify } from "../../ui/notify";
import { Composer } from "../composer/Composer";
import { DraftNotice } from "../drafts/DraftNotice";
import { hasDraft } from "../drafts/draftStorage";
import { confirmDiscard, useDraft } from "../drafts/useDraft";
import { useDraftSync } from "../drafts/useDraftSync";

const MOST_CHARS = 2000;

const KEY = "about";
const draftKeyOf = (userId: number) => `${userId}:${KEY}`;

/** Whether there is a draft. */
export function hasAboutDraft(userId: number): boolean {
  return hasDraft(draftKeyOf(userId));
}

type Props = { profile: Profile; autoFocus: boolean; onClose: () => void };

/** Edits the "about" text of the member; a draft keeps unsaved text. */
export function AboutForm({ profile, autoFocus, onClose }: Props) {
  const draftKey = draftKeyOf(profile.id);
  const draft = useDraft(draftKey, profile.about);
  const to = paths.profile(profile.username);
  useDraftSync({ key: KEY, to, about: "", fields: { text: draftKey } });
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
      <DraftNotice drafts={[draft]} />
      <Composer
        label={t`About you`}
        error={fieldErrors(save.error).about}
        maxLength={MOST_CHARS}
        value={draft.text}
        autoFocus={autoFocus}
        onText={draft.setText}
      />
      <FormActions submit={t`Save`} onCancel={() => void cancel()} />
    </Form>
  );
}

function useSaveAbout({ id }: Profile, onClose: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (about: string) =>
      unwrap(api.PUT("/api/user/{id}/about", { params: { path: { id } }, body: { about } })),
    onSuccess(profile) {
      void applyChange(client, "replaced", {
        queryKey: keys.profile(profile.username),
        answer: profile,
      });
      notify({ message: t`Profile updated.`, type: "success" });
      onClose();
    },
    onError: (error) =>
      notifyFailure(t`Couldn't update the profile. Try again.`, error, textIsKept()),
  });
}
