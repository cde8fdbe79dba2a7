import { t } from "@lingui/core/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { notifyFailure } from "../../api/refusal";
import { setSaved, type Savable } from "./setSaved";

/** Whether a post or a reply is saved, and the change of it. */
export function useSaved({ kind, id, saved }: Savable & { saved: boolean }) {
  const client = useQueryClient();
  // The server's last answer, until the post or reply is loaded again.
  const [answered, setAnswered] = useState<{ before: boolean; now: boolean }>();
  const isSaved = answered?.before === saved ? answered.now : saved;
  const { mutate, isPending } = useMutation({
    mutationFn: () => setSaved(client, { kind, id }, !isSaved),
    onSuccess: (now) => setAnswered({ before: saved, now }),
    onError: (error) => notifyFailure(t`Couldn't save this. Try again.`, error),
  });
  const toggle = () => {
    if (!isPending) mutate();
  };
  return { isSaved, isPending, toggle };
}
