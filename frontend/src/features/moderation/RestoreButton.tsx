import { t } from "@lingui/core/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { textIsKept } from "../../api/refusal";
import { Button } from "../../ui/Button";
import { confirm, type Confirmed } from "../../ui/confirm";
import { moderatorReason } from "../reasons/reasons";
import { restore, type RemovedThing } from "./restore";

/** Restores a removed post or reply after asking for a reason. */
export function RestoreButton({ thing }: { thing: RemovedThing }) {
  const client = useQueryClient();
  const { mutateAsync, isPending } = useMutation({
    mutationFn: ({ reason }: Confirmed) => restore(client, thing, reason ?? null, textIsKept()),
  });
  const ask = async () => {
    if (isPending) return;
    const text = thing.kind === "post" ? t`Restore this post?` : t`Restore this reply?`;
    await confirm(text, t`Restore`, "primary", { reason: moderatorReason(), send: mutateAsync });
  };
  return (
    <Button variant="ghost" aria-disabled={isPending} onClick={() => void ask()}>
      {t`Restore`}
    </Button>
  );
}
