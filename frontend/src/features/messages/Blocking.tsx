import { useEffect, useRef } from "react";
import type { User } from "../../api/types";
import { Button } from "../../ui/Button";
import { confirm } from "../../ui/confirm";
import styles from "./Chat.module.css";
import type { Blocking } from "./useBlock";

type Props = { person: User; block: Blocking };

export function BlockButton({ person, block }: Props) {
  async function ask() {
    const text = `Block ${person.username}? You will get no more messages from them, and cannot send them any, until you unblock them. What was said stays.`;
    if (await confirm(text, "Block")) block.mutate(true);
  }
  return (
    <Button variant="ghost" icon="block" disabled={block.isPending} onClick={() => void ask()}>
      Block
    </Button>
  );
}

/** In the place of the form to write in; whoever has just blocked is taken here. */
export function BlockedNote({ person, block }: Props) {
  const ref = useRef<HTMLParagraphElement>(null);
  const byHand = !block.isIdle;
  useEffect(() => {
    if (byHand) ref.current?.focus();
  }, [byHand]);
  async function ask() {
    const text = `Unblock ${person.username}? You can then send each other messages again.`;
    if (await confirm(text, "Unblock")) block.mutate(false);
  }
  return (
    <div className={styles.blocked} role="status">
      <p ref={ref} tabIndex={-1}>
        You have blocked {person.username}. They cannot send you messages, and you cannot send them
        any.
      </p>
      <Button disabled={block.isPending} onClick={() => void ask()}>
        Unblock
      </Button>
    </div>
  );
}
