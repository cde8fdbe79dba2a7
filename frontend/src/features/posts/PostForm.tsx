import type { FormEvent } from "react";
import { Button } from "../../ui/Button";
import { TextField, TextArea } from "../../ui/fields";
import { PostPicture } from "../../ui/Picture";
import { sendOnCtrlEnter } from "../../ui/submit";
import { DraftNotice } from "../../ui/DraftNotice";
import { useDraft } from "../../ui/useDraft";
import styles from "./PostForm.module.css";

export type PostText = { title: string; description: string; image: string };
type Props = {
  draft: string;
  initial?: PostText;
  errors: Record<string, string>;
  busy: boolean;
  /** Resolves once it is sent, wherever the writer has gone meanwhile. */
  onSend: (text: PostText) => Promise<unknown>;
};

const NOTHING: PostText = { title: "", description: "", image: "" };

export function PostForm({ draft, initial = NOTHING, errors, busy, onSend }: Props) {
  const titleDraft = useDraft(`${draft}:title`, initial.title);
  const descriptionDraft = useDraft(`${draft}:description`, initial.description);
  const imageDraft = useDraft(`${draft}:image`, initial.image);
  const [title, description, image] = [titleDraft.text, descriptionDraft.text, imageDraft.text];
  const ready = title.trim() !== "" && description.trim() !== "";

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!ready || busy) return;
    const text = { title: title.trim(), description: description.trim(), image: image.trim() };
    const clear = () => {
      titleDraft.clearSent(title);
      descriptionDraft.clearSent(description);
      imageDraft.clearSent(image);
    };
    onSend(text).then(clear, () => undefined);
  }

  return (
    <form className={styles.form} onSubmit={submit}>
      <DraftNotice drafts={[titleDraft, descriptionDraft, imageDraft]} />
      <TextField
        label="Title"
        value={title}
        required
        maxLength={200}
        error={errors.title}
        onChange={(event) => titleDraft.setText(event.target.value)}
      />
      <TextArea
        label="Description"
        value={description}
        required
        rows={8}
        maxLength={20_000}
        error={errors.description}
        onChange={(event) => descriptionDraft.setText(event.target.value)}
        onKeyDown={sendOnCtrlEnter}
      />
      <TextField
        label="Image URL"
        hint="Optional"
        inputMode="url"
        value={image}
        error={errors.image}
        onChange={(event) => imageDraft.setText(event.target.value)}
      />
      {/^https?:\/\//.test(image.trim()) && <PostPicture src={image.trim()} />}
      <Button type="submit" variant="primary" disabled={!ready || busy}>
        Submit
      </Button>
    </form>
  );
}
