import { plural, t } from "@lingui/core/macro";
import { useState } from "react";
import { Card } from "../../ui/Card";
import { DraftNotice } from "../../ui/DraftNotice";
import { TextField, TextArea } from "../../ui/fields";
import { Form, FormActions } from "../../ui/Form";
import { PostPicture } from "../../ui/Picture";
import { sendOnCtrlEnter } from "../../ui/submit";
import { confirmDiscard, useDraft } from "../../ui/useDraft";

const MAX_LENGTH = 20_000;
/** The form shows the remaining characters below this number. */
const FEW_LEFT = 1000;

export type PostText = { title: string; description: string; image: string };
type Props = {
  draft: string;
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
  const titleDraft = useDraft(`${draft}:title`, initial.title);
  const descriptionDraft = useDraft(`${draft}:description`, initial.description);
  const imageDraft = useDraft(`${draft}:image`, initial.image);
  const [title, description, image] = [titleDraft.text, descriptionDraft.text, imageDraft.text];
  const drafts = [titleDraft, descriptionDraft, imageDraft];
  // Not while it is typed: every key would ask for a picture of another address.
  const [preview, setPreview] = useState(image);
  const isReady = title.trim() !== "" && description.trim() !== "";
  const left = MAX_LENGTH - description.length;

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
        <TextArea
          label={t`Description`}
          value={description}
          required
          rows={8}
          maxLength={MAX_LENGTH}
          dir="auto"
          error={errors.description}
          hint={
            left < FEW_LEFT
              ? plural(left, { one: "# character left", other: "# characters left" })
              : undefined
          }
          onChange={(event) => descriptionDraft.setText(event.target.value)}
          onKeyDown={sendOnCtrlEnter}
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
        {isPictureUrl(preview) && preview === image && <PostPicture src={preview.trim()} />}
        <FormActions submit={t`Submit`} disabled={!isReady} onCancel={() => void cancel()} />
      </Form>
    </Card>
  );
}

function isPictureUrl(text: string): boolean {
  return /^https?:\/\/[^/]+\.[^/]+\/./.test(text.trim()) && URL.canParse(text.trim());
}
