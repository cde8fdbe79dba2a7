import { t } from "@lingui/core/macro";
import { useState } from "react";
import { Card } from "../../ui/Card";
import { Composer } from "../../ui/composer/Composer";
import { DraftNotice } from "../../ui/DraftNotice";
import { TextField } from "../../ui/fields";
import { Form, FormActions } from "../../ui/Form";
import { confirmDiscard, useDraft } from "../../ui/useDraft";

export type ForumText = { topic: string; description: string };
type Props = {
  draft: string;
  initial?: ForumText;
  errors: Record<string, string>;
  busy: boolean;
  /** Resolves once it is sent, even if the user navigated away. */
  onSend: (text: ForumText) => Promise<unknown>;
  onCancel: () => void;
};

const NOTHING: ForumText = { topic: "", description: "" };

export function ForumForm({ draft, initial = NOTHING, errors, busy, onSend, onCancel }: Props) {
  const topicDraft = useDraft(`${draft}:topic`, initial.topic);
  const descriptionDraft = useDraft(`${draft}:description`, initial.description);
  const [topic, description] = [topicDraft.text, descriptionDraft.text];
  const [left, setLeft] = useState(false);
  const ready = topic.trim() !== "" && description.trim() !== "";

  function submit() {
    if (!ready) return;
    const clear = () => {
      topicDraft.clearSent(topic);
      descriptionDraft.clearSent(description);
    };
    onSend({ topic: topic.trim(), description: description.trim() }).then(clear, () => undefined);
  }
  const cancel = async () => {
    if (await confirmDiscard(topicDraft, descriptionDraft)) onCancel();
  };
  const noTitle = left && !topic.trim() ? t`The new forum must have a title.` : undefined;

  return (
    <Card>
      <Form onSubmit={submit} isPending={busy}>
        <DraftNotice drafts={[topicDraft, descriptionDraft]} />
        <TextField
          label={t`Title`}
          dir="auto"
          value={topic}
          required
          maxLength={100}
          error={errors.topic ?? noTitle}
          onBlur={() => setLeft(true)}
          onChange={(event) => topicDraft.setText(event.target.value)}
        />
        <Composer
          label={t`Description`}
          value={description}
          required
          maxLength={2000}
          error={errors.description}
          onText={descriptionDraft.setText}
        />
        <FormActions submit={t`Submit`} disabled={!ready} onCancel={() => void cancel()} />
      </Form>
    </Card>
  );
}
