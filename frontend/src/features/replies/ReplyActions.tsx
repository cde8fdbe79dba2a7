import { useState } from "react";
import { useModerates, useSignedIn, useUser } from "../../api/session";
import type { Reply } from "../../api/types";
import { paths } from "../../paths";
import { Button } from "../../ui/Button";
import { copyText } from "../../ui/copy";
import { Toolbar } from "../../ui/Screen";
import { hasDraft } from "../../ui/useDraft";
import { ReplyForm } from "./ReplyForm";
import { ReplyVotes } from "./ReplyVotes";
import { useDraftKey } from "./useDraftKey";
import { useDeleteReply } from "./useReplies";

export function ReplyActions({ reply, forumId }: { reply: Reply; forumId: number }) {
  const signedIn = useSignedIn();
  const [box, setBox] = useAnswerBox(reply);
  const link = () => copyText(location.origin + paths.reply(reply.postId, reply.id));
  return (
    <>
      <Toolbar>
        {!reply.deleted && <ReplyVotes reply={reply} />}
        {!reply.deleted && signedIn && (
          <Button
            variant="ghost"
            icon="reply"
            data-shortcut="reply"
            onClick={() => setBox(box === "closed" ? "asked" : "closed")}
          >
            Reply
          </Button>
        )}
        <Button variant="ghost" icon="link" onClick={() => void link()}>
          Copy link
        </Button>
        <DeleteReply reply={reply} forumId={forumId} />
      </Toolbar>
      {box !== "closed" && (
        <ReplyForm
          postId={reply.postId}
          respondsTo={reply.id}
          autoFocus={box === "asked"}
          onClose={() => setBox("closed")}
        />
      )}
    </>
  );
}

/** Open from the start where an answer was begun, as before a login in the middle of it. */
function useAnswerBox({ id, postId, deleted }: Reply) {
  const key = useDraftKey(postId, id);
  return useState<"closed" | "kept" | "asked">(!deleted && hasDraft(key) ? "kept" : "closed");
}

/** For its author, the forum's moderators and admins. */
function DeleteReply({ reply, forumId }: { reply: Reply; forumId: number }) {
  const user = useUser();
  const moderates = useModerates(forumId);
  const own = user?.username === reply.user.username;
  return !reply.deleted && (own || moderates) && <DeleteButton reply={reply} />;
}

function DeleteButton({ reply }: { reply: Reply }) {
  const { ask, busy } = useDeleteReply(reply);
  return (
    <Button variant="ghost" icon="bin" disabled={busy} onClick={() => void ask()}>
      Delete
    </Button>
  );
}
