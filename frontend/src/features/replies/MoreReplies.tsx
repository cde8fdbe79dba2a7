import { useMutation, useQueryClient } from "@tanstack/react-query";
import { statusOf } from "../../api/error";
import type { Reply } from "../../api/types";
import { Button } from "../../ui/Button";
import { notifyFailure } from "../../ui/notify";
import { loadChildren } from "./queries";
import styles from "./ReplyItem.module.css";

/** Says how many children an answer left out, and loads them. */
export function MoreReplies({ reply }: { reply: Reply }) {
  const count = reply.moreReplies ?? 0;
  return count > 0 && <LoadButton reply={reply} count={count} />;
}

function LoadButton({ reply, count }: { reply: Reply; count: number }) {
  const client = useQueryClient();
  const load = useMutation({
    mutationFn: () => loadChildren(client, reply),
    onError: (error) =>
      notifyFailure(`Failed to load replies. Status code: ${statusOf(error)}`, error),
  });
  return (
    <div className={styles.more}>
      <Button variant="ghost" disabled={load.isPending} onClick={() => load.mutate()}>
        {count === 1 ? "1 more reply" : `${count} more replies`}
      </Button>
    </div>
  );
}
