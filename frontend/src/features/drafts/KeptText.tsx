import { t } from "@lingui/core/macro";
import { Button } from "../../ui/Button";
import { copyText } from "../../ui/copy";
import { Toolbar } from "../../ui/Screen";
import { TextArea } from "../../ui/TextArea";
import { confirmDiscard, useDraft, type Draft } from "./useDraft";

type Props = {
  /** The key of the draft in the browser. */
  draftKey: string;
};

/** Text that was begun where nothing can be sent any more; the screen around it says why. Nothing without a draft. */
export function KeptText({ draftKey }: Props) {
  return <Kept drafts={[useDraft(draftKey)]} />;
}

/** The same for the title and text of a post. */
export function KeptPost({ draftKey }: Props) {
  const title = useDraft(`${draftKey}:title`);
  return <Kept drafts={[title, useDraft(`${draftKey}:description`)]} />;
}

type KeptProps = { drafts: Draft[] };

function Kept({ drafts }: KeptProps) {
  const text = textOf(drafts);
  if (!text) return null;
  return (
    <div>
      <TextArea
        label={t`Your unsent text`}
        hint={keptHint()}
        readOnly
        dir="auto"
        rows={3}
        value={text}
      />
      <KeptTools drafts={drafts} />
    </div>
  );
}

export function keptHint(): string {
  return t`It can't be sent here at the moment. It stays in this browser.`;
}

/** Copies or discards the text. */
export function KeptTools({ drafts }: KeptProps) {
  return (
    <Toolbar>
      <Button onClick={() => void copyText(textOf(drafts), t`Text copied.`)}>{t`Copy`}</Button>
      <Button variant="ghost" onClick={() => void confirmDiscard(...drafts)}>{t`Discard`}</Button>
    </Toolbar>
  );
}

function textOf(drafts: Draft[]): string {
  return drafts
    .map(({ text }) => text)
    .filter(Boolean)
    .join("\n\n");
}
