import { t } from "@lingui/core/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Button } from "../../ui/Button";
import { confirm } from "../../ui/confirm";
import { moderatorReason } from "../reasons/reasons";
import { restore, type RemovedThing } from "./restore";

/** Restores a removed post or reply after asking for a reason. */
export function RestoreButton({ thing }: { thing: RemovedThing }) {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: (reason: string | null) => restore(client, thing, reason),
  });
  const ask = async () => {
    if (isPending) return;
    const text = thing.kind === "post" ? t`Restore this post?` : t`Restore this reply?`;
    const confirmed = await confirm(text, t`Restore`, "primary", { reason: moderatorReason() });
    if (confirmed) mutate(confirmed.reason ?? null);
  };
  return (
    <Button variant="ghost" aria-disabled={isPending} onClick={() => void ask()}>
      {t`Restore`}
    </Button>
  );
}
