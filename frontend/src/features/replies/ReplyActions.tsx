import { Trans } from "@lingui/react/macro";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useSignedIn } from "../../api/session";
import type { Reply } from "../../api/types";
import { Button } from "../../ui/Button";
import { hasDraft, onDraftReplaced } from "../drafts/draftStorage";
import { KeptText } from "../drafts/KeptText";
import { WaitingTexts } from "../drafts/WaitingTexts";
import { Votes } from "../votes/Votes";
import { NewAnswers } from "./NewReplies";
import styles from "./ReplyActions.module.css";
import { formKey, ReplyForm, useDraftKey } from "./ReplyForm";
import { DeleteButton, ReplyTools } from "./ReplyTools";
import { useQuoteFor, useThread } from "./threadState";

type Props = {
  reply: Reply;
  /** For its author. */
  onEdit: (() => void) | undefined;
};

export function ReplyActions({ reply, onEdit }: Props) {
  const signedIn = useSignedIn();
  const [box, setBox] = useReplyBox(reply);
  const { isClosed } = useThread();
  const draftKey = useDraftKey(reply.postId, reply.id);
  const replyButton = useRef<HTMLButtonElement>(null);
  const close = () => {
    setBox("closed");
    replyButton.current?.focus();
  };
  return (
    <>
      <div className={styles.actions}>
        {!reply.deleted && <Votes of={reply} across isClosed={isClosed} />}
        {!reply.deleted && signedIn && !isClosed && (
          <Button
            ref={replyButton}
            variant="ghost"
            icon="reply"
            data-shortcut="reply"
            aria-expanded={box !== "closed"}
            onClick={() => setBox(box === "closed" ? "asked" : "closed")}
          >
            <Trans>Reply</Trans>
          </Button>
        )}
        <NewAnswers parentId={reply.id} />
        <ReplyTools reply={reply} onEdit={isClosed ? undefined : onEdit} />
      </div>
      {box !== "closed" && isClosed && <KeptText draftKey={draftKey} />}
      {box !== "closed" && !isClosed && (
        <ReplyForm
          postId={reply.postId}
          respondsTo={reply.id}
          autoFocus={box === "asked"}
          onClose={close}
        />
      )}
      <WaitingTexts of={formKey(reply.postId, reply.id)} />
    </>
  );
}

/** The author of a held reply can only delete it. */
export function HeldActions({ reply }: { reply: Reply }) {
  return (
    <div className={styles.actions}>
      <DeleteButton reply={reply} isOwn />
    </div>
  );
}

/** Open at once if there is a draft, for example from before a login. */
function useReplyBox({ id, postId, deleted }: Reply) {
  const key = useDraftKey(postId, id);
  const isQuoted = useQuoteFor(id) !== undefined;
  const state = useState<"closed" | "kept" | "asked">(
    !deleted && hasDraft(key) ? "kept" : "closed",
  );
  const [box, setBox] = state;
  if (isQuoted && box === "closed") setBox("asked");
  const onReplaced = useEffectEvent((changed: string) => {
    if (changed === key && !deleted && hasDraft(key) && box === "closed") setBox("kept");
  });
  // A text that waited to be sent comes back.
  useEffect(() => onDraftReplaced(onReplaced), []);
  return state;
}
