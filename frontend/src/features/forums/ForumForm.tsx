import { t } from "@lingui/core/macro";
import { useState } from "react";
import { useUser } from "../../api/session";
import type { Visibility } from "../../api/types";
import { codeOf, detailOf, fieldErrors } from "../../error";
import { Card } from "../../ui/Card";
import { Form, FormActions } from "../../ui/Form";
import { LimitedField } from "../../ui/LimitedField";
import { Composer } from "../composer/Composer";
import type { DraftForm } from "../drafts/draftForm";
import { DraftNotice } from "../drafts/DraftNotice";
import { confirmDiscard, useDraft } from "../drafts/useDraft";
import { useDraftSync } from "../drafts/useDraftSync";
import { VisibilityField } from "./VisibilityField";

export type ForumText = { topic: string; description: string; visibility: Visibility };
type Props = {
  /** The key of its drafts, the form's address and what it is about. */
  draft: Pick<DraftForm, "key" | "to" | "about">;
  initial?: ForumText;
  /** The refusal of the last attempt. */
  error: unknown;
  busy: boolean;
  /** Asks before it is sent; false keeps the form as it is. */
  onAsk?: (text: ForumText) => Promise<boolean>;
  /** Resolves once it is sent, even if the user navigated away. */
  onSend: (text: ForumText) => Promise<unknown>;
  onCancel: () => void;
};

const NOTHING: ForumText = { topic: "", description: "", visibility: "public" };

export function ForumForm(props: Props) {
  const { draft, initial = NOTHING, error, busy, onAsk, onSend, onCancel } = props;
  const key = `${useUser()?.id}:${draft.key}`;
  const fields = {
    topic: `${key}:topic`,
    description: `${key}:description`,
    visibility: `${key}:visibility`,
  };
  const topicDraft = useDraft(fields.topic, initial.topic);
  const descriptionDraft = useDraft(fields.description, initial.description);
  const visibilityDraft = useDraft(fields.visibility, initial.visibility);
  const drafts = [topicDraft, descriptionDraft, visibilityDraft];
  useDraftSync({ ...draft, fields });
  const [topic, description] = [topicDraft.text, descriptionDraft.text];
  const visibility = visibilityDraft.text as Visibility;
  const [left, setLeft] = useState(false);
  const errors = errorsOf(error);
  const ready = topic.trim() !== "" && description.trim() !== "";

  async function submit() {
    const text = { topic: topic.trim(), description: description.trim(), visibility };
    if (!ready || (onAsk && !(await onAsk(text)))) return;
    const clear = () => {
      topicDraft.clearSent(topic);
      descriptionDraft.clearSent(description);
      visibilityDraft.clearSent(visibility);
    };
    await onSend(text).then(clear, () => undefined);
  }
  const cancel = async () => {
    if (await confirmDiscard(...drafts)) onCancel();
  };
  const noTitle = left && !topic.trim() ? t`The new forum must have a title.` : undefined;

  return (
    <Card>
      <Form onSubmit={() => void submit()} isPending={busy}>
        <DraftNotice drafts={drafts} />
        <LimitedField
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
          label={t({ message: "Description", context: "forum" })}
          value={description}
          required
          maxLength={2000}
          error={errors.description}
          onText={descriptionDraft.setText}
        />
        <VisibilityField value={visibility} onChange={visibilityDraft.setText} />
        <FormActions submit={t`Submit`} disabled={!ready} onCancel={() => void cancel()} />
      </Form>
    </Card>
  );
}

function errorsOf(error: unknown): Record<string, string | undefined> {
  return codeOf(error) === "topic-taken" ? { topic: detailOf(error) } : fieldErrors(error);
}
