import { t } from "@lingui/core/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import { keys, moderationKeys } from "../../api/queryKeys";
import { notifyFailure } from "../../api/refusal";
import { useModerates, useUser } from "../../api/session";
import type { Revision } from "../../api/types";
import { Button } from "../../ui/Button";
import { confirm } from "../../ui/confirm";
import { notify } from "../../ui/notify";
import type { Revisable } from "./queries";

type Props = { of: Revisable; revision: Revision; onHidden: () => void };

/** Hides an earlier version; for its author, the forum's moderators and admins. */
export function HideVersion({ of: revisable, revision, onHidden }: Props) {
  const isOwn = useUser()?.username === revision.username;
  const moderates = useModerates(revisable.forum);
  const { mutate, isPending } = useHide(revisable, revision.version, onHidden);
  if (!isOwn && !moderates) return null;
  const hide = async () => {
    if (isPending) return;
    const text = t`Hide this version? Only moderators will see it. This action cannot be undone.`;
    if (await confirm(text, t`Hide`, "destructive")) mutate();
  };
  return (
    <Button variant="danger" aria-disabled={isPending} onClick={() => void hide()}>
      {t`Hide this version`}
    </Button>
  );
}

function useHide({ kind, id }: Revisable, version: number, onHidden: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (): Promise<void> => {
      const options = { params: { path: { id, version } } };
      if (kind === "post") await unwrap(api.DELETE("/api/posts/{id}/revisions/{version}", options));
      else await unwrap(api.DELETE("/api/replies/{id}/revisions/{version}", options));
    },
    onSuccess() {
      notify({ message: t`Version hidden.`, type: "success" });
      onHidden();
      void client.invalidateQueries({ queryKey: moderationKeys.logs });
    },
    onError: (error) => notifyFailure(t`Couldn't hide this version. Try again.`, error),
    onSettled: () => client.invalidateQueries({ queryKey: keys.revisions(kind, id) }),
  });
}
