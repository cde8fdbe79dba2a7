import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useRef, useState } from "react";
import { useModerates, useSignedIn, useUser } from "../../api/session";
import type { Reply } from "../../api/types";
import { paths } from "../../paths";
import { Button } from "../../ui/Button";
import { copyText } from "../../ui/copy";
import { hasDraft } from "../drafts/draftStorage";
import { KeptText } from "../drafts/KeptText";
import { ReportButton } from "../reports/ReportButton";
import { SaveButton } from "../saved/SaveButton";
import { Votes } from "../votes/Votes";
import { NewAnswers } from "./NewReplies";
import styles from "./ReplyActions.module.css";
import { ReplyForm, useDraftKey } from "./ReplyForm";
import { useQuoteFor, useThread } from "./threadState";
import { useDeleteReply } from "./useReplies";

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
  const user = useUser();
  const replyButton = useRef<HTMLButtonElement>(null);
  const close = () => {
    setBox("closed");
    replyButton.current?.focus();
  };
  const link = () => copyText(location.origin + paths.reply(reply.postId, reply.id));
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
        <span className={styles.secondary}>
          <Button
            variant="ghost"
            icon="link"
            aria-label={t`Copy link`}
            title={t`Copy link`}
            onClick={() => void link()}
          />
          {!reply.deleted && onEdit && !isClosed && (
            <Button
              variant="ghost"
              icon="edit"
              data-edit
              aria-label={t`Edit`}
              title={t`Edit`}
              onClick={onEdit}
            />
          )}
          {!reply.deleted && signedIn && (
            <SaveButton kind="reply" id={reply.id} saved={reply.saved ?? false} />
          )}
          {!reply.deleted && user && user.username !== reply.user.username && (
            <ReportButton target={{ kind: "reply", id: reply.id }} />
          )}
          <DeleteReply reply={reply} />
        </span>
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
  return state;
}

/** For its author, the forum's moderators and admins. */
function DeleteReply({ reply }: { reply: Reply }) {
  const user = useUser();
  const moderates = useModerates(useThread().forumId);
  const isOwn = user?.username === reply.user.username;
  return !reply.deleted && (isOwn || moderates) && <DeleteButton reply={reply} isOwn={isOwn} />;
}

function DeleteButton({ reply, isOwn }: { reply: Reply; isOwn: boolean }) {
  const { ask, busy } = useDeleteReply(reply, isOwn);
  return (
    <Button
      variant="ghost"
      icon="bin"
      aria-label={t`Delete`}
      title={t`Delete`}
      aria-disabled={busy}
      onClick={() => void ask()}
    />
  );
}
