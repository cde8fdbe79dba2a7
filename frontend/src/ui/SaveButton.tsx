import { t } from "@lingui/core/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, unwrap } from "../api/client";
import { Button } from "./Button";
import { Icon } from "./Icon";
import { ICONS } from "./icons";
import { notifyFailure } from "./notify";

type Props = { kind: "post" | "reply"; id: number; saved: boolean };

/** Keeps a post or a reply in the member's list, or takes it out. */
export function SaveButton({ kind, id, saved }: Props) {
  const client = useQueryClient();
  // What the server said last, until the thing is loaded anew.
  const [answered, setAnswered] = useState<{ before: boolean; now: boolean }>();
  const isSaved = answered?.before === saved ? answered.now : saved;
  const { mutate, isPending } = useMutation({
    mutationFn: () => send(kind, id, !isSaved),
    onSuccess({ saved: now }) {
      setAnswered({ before: saved, now });
      void client.invalidateQueries({ queryKey: ["saved"] });
    },
    onError: (error) => notifyFailure(t`Couldn't save this. Try again.`, error),
  });
  const label = isSaved ? t`Saved` : t`Save`;
  return (
    <Button
      variant="ghost"
      data-shortcut="save"
      aria-pressed={isSaved}
      aria-label={label}
      title={label}
      aria-disabled={isPending}
      onClick={() => isPending || mutate()}
    >
      <Icon name={ICONS.bookmark} filled={isSaved} />
    </Button>
  );
}

function send(kind: "post" | "reply", id: number, save: boolean) {
  const options = { params: { path: { id } } };
  if (kind === "post")
    return unwrap(
      save
        ? api.PUT("/api/posts/{id}/saved", options)
        : api.DELETE("/api/posts/{id}/saved", options),
    );
  return unwrap(
    save
      ? api.PUT("/api/replies/{id}/saved", options)
      : api.DELETE("/api/replies/{id}/saved", options),
  );
}
