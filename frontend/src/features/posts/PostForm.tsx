import { t } from "@lingui/core/macro";
import { useState } from "react";
import { useUser } from "../../api/session";
import { Card } from "../../ui/Card";
import { TextField } from "../../ui/fields";
import { Form, FormActions } from "../../ui/Form";
import { Composer } from "../composer/Composer";
import type { DraftForm } from "../drafts/draftForm";
import { DraftNotice } from "../drafts/DraftNotice";
import { confirmDiscard, useDraft } from "../drafts/useDraft";
import { useDraftSync } from "../drafts/useDraftSync";
import { UploadButton } from "../uploads/UploadButton";
import { PostPicture } from "./PostPicture";

const MAX_LENGTH = 20_000;

export type PostText = { title: string; description: string; image: string };
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

const EMPTY: PostText = { title: "", description: "", image: "" };

/** Leaving without Cancel keeps the text as a draft. */
export function PostForm({ draft, initial = EMPTY, errors, busy, onSend, onCancel }: Props) {
  const key = `${useUser()?.id}:${draft.key}`;
  const fields = {
    title: `${key}:title`,
    description: `${key}:description`,
    image: `${key}:image`,
  };
  const titleDraft = useDraft(fields.title, initial.title);
  const descriptionDraft = useDraft(fields.description, initial.description);
  const imageDraft = useDraft(fields.image, initial.image);
  useDraftSync({ ...draft, fields });
  const [title, description, image] = [titleDraft.text, descriptionDraft.text, imageDraft.text];
  const drafts = [titleDraft, descriptionDraft, imageDraft];
  // Not while typing: every key would fetch another address.
  const [preview, setPreview] = useState(image);
  const isReady = title.trim() !== "" && description.trim() !== "";

  function submit() {
    if (!isReady) return;
    const text = { title: title.trim(), description: description.trim(), image: image.trim() };
    const clear = () => {
      titleDraft.clearSent(title);
      descriptionDraft.clearSent(description);
      imageDraft.clearSent(image);
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
        <TextField
          label={t`Title`}
          value={title}
          required
          maxLength={200}
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
        <TextField
          label={t`Image URL`}
          hint={t`Optional`}
          inputMode="url"
          value={image}
          error={errors.image}
          onBlur={() => setPreview(image)}
          onChange={(event) => imageDraft.setText(event.target.value)}
        />
        <UploadButton
          onUploaded={(url) => {
            imageDraft.setText(url);
            setPreview(url);
          }}
        />
        {isPictureUrl(preview) && preview === image && <PostPicture src={preview.trim()} />}
        <FormActions submit={t`Submit`} disabled={!isReady} onCancel={() => void cancel()} />
      </Form>
    </Card>
  );
}

function isPictureUrl(text: string): boolean {
  if (text.startsWith("/images/u/")) return true;
  return /^https?:\/\/[^/]+\.[^/]+\/./.test(text.trim()) && URL.canParse(text.trim());
}
