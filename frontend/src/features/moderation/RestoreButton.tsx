import { t } from "@lingui/core/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { applyChange } from "../../api/changes";
import { api, unwrap } from "../../api/client";
import { notifyFailure } from "../../api/refusal";
import { Button } from "../../ui/Button";
import { confirm } from "../../ui/confirm";
import { notify } from "../../ui/notify";
import { moderatorReason } from "../reasons/reasons";

/** A post or reply that a moderator removed. */
export type RemovedThing = { kind: "post" | "reply"; id: number };

/** Restores a removed post or reply after asking for a reason. */
export function RestoreButton({ thing }: { thing: RemovedThing }) {
  const { mutate, isPending } = useRestore(thing);
  const restore = async () => {
    if (isPending) return;
    const text = thing.kind === "post" ? t`Restore this post?` : t`Restore this reply?`;
    const confirmed = await confirm(text, t`Restore`, "primary", { reason: moderatorReason() });
    if (confirmed) mutate(confirmed.reason ?? null);
  };
  return (
    <Button variant="ghost" aria-disabled={isPending} onClick={() => void restore()}>
      {t`Restore`}
    </Button>
  );
}

function useRestore({ kind, id }: RemovedThing) {
  const client = useQueryClient();
  const isPost = kind === "post";
  return useMutation({
    mutationFn: async (reason: string | null): Promise<void> => {
      const options = { params: { path: { id } }, body: { reason } };
      if (isPost) await unwrap(api.POST("/api/posts/{id}/restore", options));
      else await unwrap(api.POST("/api/replies/{id}/restore", options));
    },
    onSuccess: () =>
      notify({ message: isPost ? t`Post restored.` : t`Reply restored.`, type: "success" }),
    onError: (error) => notifyFailure(t`Couldn't restore it. It may be gone for good.`, error),
    // Lists, counts and its thread change; another moderator may have been faster.
    onSettled: () => applyChange(client, "everywhere", {}),
  });
}
