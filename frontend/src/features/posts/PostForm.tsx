import { t } from "@lingui/core/macro";
import { useUser } from "../../api/session";
import { Card } from "../../ui/Card";
import { Form, FormActions } from "../../ui/Form";
import { LimitedField } from "../../ui/LimitedField";
import { Composer } from "../composer/Composer";
import type { DraftForm } from "../drafts/draftForm";
import { DraftNotice } from "../drafts/DraftNotice";
import { confirmDiscard, useDraft } from "../drafts/useDraft";
import { useDraftSync } from "../drafts/useDraftSync";
import { PictureField, type Picture } from "./PictureField";

const MAX_TITLE = 200;
const MAX_LENGTH = 20_000;

export type PostText = { title: string; description: string } & Picture;
type Props = {
  /** The key of its drafts, the form's address and what it is about. */
  draft: Pick<DraftForm, "key" | "to" | "about">;
  initial?: PostText;
  errors: Record<string, string>;
  busy: boolean;
  /** Resolves once it is sent, even if the user navigated away. */
  onSend: (text: PostText) => Promise<unknown>;
  onCancel: () => void;
};

const EMPTY: PostText = { title: "", description: "", image: "", imageDescription: "" };

/** Leaving without Cancel keeps the text as a draft. */
export function PostForm({ draft, initial = EMPTY, errors, busy, onSend, onCancel }: Props) {
  const key = `${useUser()?.id}:${draft.key}`;
  const fields = {
    title: `${key}:title`,
    description: `${key}:description`,
    image: `${key}:image`,
    imageDescription: `${key}:imageDescription`,
  };
  const titleDraft = useDraft(fields.title, initial.title);
  const descriptionDraft = useDraft(fields.description, initial.description);
  const imageDraft = useDraft(fields.image, initial.image);
  const imageTextDraft = useDraft(fields.imageDescription, initial.imageDescription);
  useDraftSync({ ...draft, fields });
  const drafts = [titleDraft, descriptionDraft, imageDraft, imageTextDraft];
  const [title, description, image, imageDescription] = [
    titleDraft.text,
    descriptionDraft.text,
    imageDraft.text,
    imageTextDraft.text,
  ];
  const isReady = title.trim() !== "" && description.trim() !== "";

  function submit() {
    if (!isReady) return;
    const text = {
      title: title.trim(),
      description: description.trim(),
      image: image.trim(),
      imageDescription: imageDescription.trim(),
    };
    const clear = () => {
      titleDraft.clearSent(title);
      descriptionDraft.clearSent(description);
      imageDraft.clearSent(image);
      imageTextDraft.clearSent(imageDescription);
    };
    onSend(text).then(clear, () => undefined);
  }
  async function cancel() {
    if (await confirmDiscard(...drafts)) onCancel();
  }

  return (
    <Card>
      <Form onSubmit={submit} isPending={busy}>
        <DraftNotice drafts={drafts} />
        <LimitedField
          label={t`Title`}
          value={title}
          required
          maxLength={MAX_TITLE}
          dir="auto"
          error={errors.title}
          onChange={(event) => titleDraft.setText(event.target.value)}
        />
        <Composer
          label={t`Description`}
          value={description}
          required
          rows={8}
          maxLength={MAX_LENGTH}
          error={errors.description}
          onText={descriptionDraft.setText}
        />
        <PictureField
          picture={{ image, imageDescription }}
          errors={errors}
          onChange={(change) => {
            if (change.image !== undefined) imageDraft.setText(change.image);
            if (change.imageDescription !== undefined)
              imageTextDraft.setText(change.imageDescription);
          }}
        />
        <FormActions submit={t`Submit`} disabled={!isReady} onCancel={() => void cancel()} />
      </Form>
    </Card>
  );
}
