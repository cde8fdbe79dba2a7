import { t } from "@lingui/core/macro";
import type { Message } from "../../api/types";
import { fieldErrors } from "../../error";
import { paths } from "../../paths";
import { InlineEditor } from "../composer/InlineEditor";
import styles from "./Chat.module.css";
import { useEditMessage } from "./useMessages";

type Props = { message: Message; peerId: number; onClose: (hadFocus: boolean) => void };

export function MessageEditor({ message, peerId, onClose }: Props) {
  const edit = useEditMessage(peerId, message.id);
  return (
    <InlineEditor
      className={styles.editor}
      draftKey={`message-edit-${message.id}`}
      to={paths.chat(peerId)}
      about=""
      initial={message.message}
      label={t`Edit message`}
      rows={2}
      maxLength={5000}
      isSaving={edit.isPending}
      error={fieldErrors(edit.error).message}
      blankError={t`Message cannot be empty.`}
      onSave={edit.mutateAsync}
      onClose={onClose}
    />
  );
}
