import { useState } from "react";
import { useInView } from "react-intersection-observer";
import { useUser } from "../../api/session";
import type { Message } from "../../api/types";
import { Button } from "../../ui/Button";
import { confirmDeletion } from "../../ui/confirm";
import { Time } from "../../ui/Time";
import styles from "./Chat.module.css";
import { EditMessage } from "./EditMessage";
import { useDeleteMessage, useMarkRead } from "./useMessages";

/** The part of a message that must be seen before it counts as read. */
const VISIBLE = 0.1;

export function MessageItem({ message, peerId }: { message: Message; peerId: number }) {
  const own = useUser()?.id === message.sender.id;
  const [editing, setEditing] = useState(false);
  const ref = useReadMark(message, peerId, own);
  return (
    <li ref={ref} className={`${styles.message} ${own ? styles.own : ""}`}>
      {editing ? (
        <EditMessage message={message} peerId={peerId} onClose={() => setEditing(false)} />
      ) : (
        <p className={styles.bubble}>{message.message}</p>
      )}
      <div className={styles.meta}>
        <span className="visually-hidden">{message.sender.username}</span>
        <span>
          <Time at={message.receivedOn} exact />
          {message.edited && <abbr title="edited">*</abbr>}
        </span>
        {own && message.read && <span>read</span>}
        {own && !editing && (
          <OwnTools message={message} peerId={peerId} onEdit={() => setEditing(true)} />
        )}
      </div>
    </li>
  );
}

function useReadMark(message: Message, peerId: number, own: boolean) {
  const { mutate, isIdle } = useMarkRead(peerId, message.id);
  const { ref } = useInView({
    threshold: VISIBLE,
    skip: own || message.read,
    onChange: (inView) => {
      if (inView && isIdle) mutate();
    },
  });
  return ref;
}

type ToolsProps = { message: Message; peerId: number; onEdit: () => void };

function OwnTools({ message, peerId, onEdit }: ToolsProps) {
  const remove = useDeleteMessage(peerId, message.id);
  const ask = async () => {
    if (await confirmDeletion("message")) remove.mutate();
  };
  return (
    <>
      <Button variant="ghost" onClick={onEdit}>
        Edit
      </Button>
      <Button variant="ghost" disabled={remove.isPending} onClick={() => void ask()}>
        Delete
      </Button>
    </>
  );
}
