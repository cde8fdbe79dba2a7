import { t } from "@lingui/core/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { notifyFailure } from "../../api/refusal";
import { Button } from "../../ui/Button";
import { Icon } from "../../ui/Icon";
import { setSaved, type Savable } from "./setSaved";

type Props = Savable & { saved: boolean };

/** Saves or unsaves a post or a reply. */
export function SaveButton({ kind, id, saved }: Props) {
  const client = useQueryClient();
  // The server's last answer, until the post or reply is loaded again.
  const [answered, setAnswered] = useState<{ before: boolean; now: boolean }>();
  const isSaved = answered?.before === saved ? answered.now : saved;
  const { mutate, isPending } = useMutation({
    mutationFn: () => setSaved(client, { kind, id }, !isSaved),
    onSuccess: (now) => setAnswered({ before: saved, now }),
    onError: (error) => notifyFailure(t`Couldn't save this. Try again.`, error),
  });
  return (
    <Button
      variant="ghost"
      data-shortcut="save"
      aria-pressed={isSaved}
      aria-label={t`Save`}
      title={t`Save`}
      aria-disabled={isPending}
      onClick={() => isPending || mutate()}
    >
      <Icon name="bookmark" filled={isSaved} />
    </Button>
  );
}
