import type { FormEvent } from "react";
import { Button } from "../../ui/Button";
import { TextField, TextArea } from "../../ui/fields";
import { PostPicture } from "../../ui/Picture";
import { sendOnCtrlEnter } from "../../ui/submit";
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
  const [title, setTitle] = useDraft(`${draft}:title`, initial.title);
  const [description, setDescription] = useDraft(`${draft}:description`, initial.description);
  const [image, setImage] = useDraft(`${draft}:image`, initial.image);
  const ready = title.trim() !== "" && description.trim() !== "";

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!ready || busy) return;
    const text = { title: title.trim(), description: description.trim(), image: image.trim() };
    const clear = () => {
      for (const empty of [setTitle, setDescription, setImage]) empty("");
    };
    onSend(text).then(clear, () => undefined);
  }

  return (
    <form className={styles.form} onSubmit={submit}>
      <TextField
        label="Title"
        value={title}
        required
        maxLength={200}
        error={errors.title}
        onChange={(event) => setTitle(event.target.value)}
      />
      <TextArea
        label="Description"
        value={description}
        required
        rows={8}
        maxLength={20_000}
        error={errors.description}
        onChange={(event) => setDescription(event.target.value)}
        onKeyDown={sendOnCtrlEnter}
      />
      <TextField
        label="Image URL"
        hint="Optional"
        inputMode="url"
        value={image}
        error={errors.image}
        onChange={(event) => setImage(event.target.value)}
      />
      {/^https?:\/\//.test(image.trim()) && <PostPicture src={image.trim()} />}
      <Button type="submit" variant="primary" disabled={!ready || busy}>
        Submit
      </Button>
    </form>
  );
}
