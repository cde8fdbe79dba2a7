import { t } from "@lingui/core/macro";
import { Button } from "../../ui/Button";
import { copyText } from "../../ui/copy";
import { Toolbar } from "../../ui/Screen";
import { TextArea } from "../../ui/TextArea";
import { useDraft } from "./useDraft";

type Props = {
  /** The key of the draft in the browser. */
  draftKey: string;
};

/** Text that was begun where nothing can be sent any more; the screen around it says why. Nothing without a draft. */
export function KeptText({ draftKey }: Props) {
  const { text, discard } = useDraft(draftKey);
  if (!text) return null;
  return (
    <div>
      <TextArea
        label={t`Your unsent text`}
        hint={t`It can't be sent here at the moment. It stays in this browser.`}
        readOnly
        dir="auto"
        rows={3}
        value={text}
      />
      <Toolbar>
        <Button onClick={() => void copyText(text, t`Text copied.`)}>{t`Copy`}</Button>
        <Button variant="ghost" onClick={discard}>{t`Discard`}</Button>
      </Toolbar>
    </div>
  );
}
