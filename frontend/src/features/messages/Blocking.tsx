import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useEffect, useRef } from "react";
import type { User } from "../../api/types";
import { Button } from "../../ui/Button";
import { confirm } from "../../ui/confirm";
import styles from "./Chat.module.css";
import type { Blocking } from "./useBlock";

type Props = { person: User; block: Blocking };

export function BlockButton({ person, block }: Props) {
  async function ask() {
    const text = t`Block ${person.username}? You will get no more messages from them, and cannot send them any, until you unblock them. Existing messages are kept.`;
    if (await confirm(text, t`Block`)) block.mutate(true);
  }
  return (
    <Button variant="ghost" icon="block" disabled={block.isPending} onClick={() => void ask()}>
      <Trans>Block</Trans>
    </Button>
  );
}

/** Replaces the message form; takes the focus after blocking. */
export function BlockedNote({ person, block }: Props) {
  const ref = useRef<HTMLParagraphElement>(null);
  const byHand = !block.isIdle;
  useEffect(() => {
    if (byHand) ref.current?.focus();
  }, [byHand]);
  async function ask() {
    const text = t`Unblock ${person.username}? You can then send each other messages again.`;
    if (await confirm(text, t`Unblock`)) block.mutate(false);
  }
  return (
    <div className={styles.blocked} role="status">
      <p ref={ref} tabIndex={-1}>
        <Trans>
          You have blocked {person.username}. They can't send you messages, and you can't send them
          any.
        </Trans>
      </p>
      <Button disabled={block.isPending} onClick={() => void ask()}>
        <Trans>Unblock</Trans>
      </Button>
    </div>
  );
}
