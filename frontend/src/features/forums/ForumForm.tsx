import { useState, type FormEvent } from "react";
import { Button } from "../../ui/Button";
import { TextField, TextArea } from "../../ui/fields";
import { sendOnCtrlEnter } from "../../ui/submit";
import { DraftNotice } from "../../ui/DraftNotice";
import { useDraft } from "../../ui/useDraft";
import styles from "./ForumForm.module.css";

export type ForumText = { topic: string; description: string };
type Props = {
  draft: string;
  initial?: ForumText;
  errors: Record<string, string>;
  busy: boolean;
  /** Resolves once it is sent, wherever the writer has gone meanwhile. */
  onSend: (text: ForumText) => Promise<unknown>;
};

const NO_TITLE = "The new forum must have a title.";
const NOTHING: ForumText = { topic: "", description: "" };

export function ForumForm({ draft, initial = NOTHING, errors, busy, onSend }: Props) {
  const topicDraft = useDraft(`${draft}:topic`, initial.topic);
  const descriptionDraft = useDraft(`${draft}:description`, initial.description);
  const [topic, description] = [topicDraft.text, descriptionDraft.text];
  const [left, setLeft] = useState(false);
  const ready = topic.trim() !== "" && description.trim() !== "";

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!ready || busy) return;
    const clear = () => {
      topicDraft.clearSent(topic);
      descriptionDraft.clearSent(description);
    };
    onSend({ topic: topic.trim(), description: description.trim() }).then(clear, () => undefined);
  }

  return (
    <form className={styles.form} onSubmit={submit}>
      <DraftNotice drafts={[topicDraft, descriptionDraft]} />
      <TextField
        label="Title"
        value={topic}
        maxLength={100}
        error={errors.topic ?? (left && !topic.trim() ? NO_TITLE : undefined)}
        onBlur={() => setLeft(true)}
        onChange={(event) => topicDraft.setText(event.target.value)}
      />
      <TextArea
        label="Description"
        value={description}
        maxLength={2000}
        error={errors.description}
        onChange={(event) => descriptionDraft.setText(event.target.value)}
        onKeyDown={sendOnCtrlEnter}
      />
      <Button type="submit" variant="primary" disabled={!ready || busy}>
        Submit
      </Button>
    </form>
  );
}
