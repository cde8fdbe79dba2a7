import { t } from "@lingui/core/macro";
import { useUser } from "../../api/session";
import type { Reply } from "../../api/types";
import { fieldErrors } from "../../error";
import { paths } from "../../paths";
import { InlineEditor } from "../composer/InlineEditor";
import { hasDraft } from "../drafts/draftStorage";
import { KeptText } from "../drafts/KeptText";
import { MAX_LENGTH } from "./ReplyForm";
import { useThread } from "./threadState";
import { useEditReply } from "./useReplies";

const keyOf = (id: number) => `reply-edit-${id}`;

/** Whether there is a draft of an edit, for example from before a login. */
export function useHasEdit(id: number): boolean {
  const user = useUser();
  return user !== null && hasDraft(`${user.id}:${keyOf(id)}`);
}

type Props = { reply: Reply; autoFocus: boolean; onClose: (hadFocus: boolean) => void };

export function ReplyEditor({ reply, autoFocus, onClose }: Props) {
  const edit = useEditReply(reply);
  return (
    <InlineEditor
      draftKey={keyOf(reply.id)}
      to={paths.reply(reply.postId, reply.id)}
      about={useThread().title}
      initial={reply.description}
      label={t`Edit reply`}
      rows={3}
      maxLength={MAX_LENGTH}
      autoFocus={autoFocus}
      isSaving={edit.isPending}
      error={fieldErrors(edit.error).description}
      blankError={t`Comment cannot be empty.`}
      onSave={edit.mutateAsync}
      onClose={onClose}
    />
  );
}

/** An edit that was begun before the post was closed or the reply removed. */
export function KeptEdit({ id }: { id: number }) {
  return <KeptText draftKey={`${useUser()?.id}:${keyOf(id)}`} />;
}
