import { i18n } from "@lingui/core";
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useUser } from "../../api/session";
import type { Message, User } from "../../api/types";
import { Button } from "../../ui/Button";
import { RichText } from "../../ui/RichText";
import { exactTime } from "../../ui/Time";
import { useInView } from "../../ui/useInView";
import { PersonPicture } from "../members/Person";
import { confirmDeletion } from "../reasons/confirmations";
import { ReportButton } from "../reports/ReportButton";
import styles from "./Chat.module.css";
import { MessageEditor } from "./MessageEditor";
import { useDeleteMessage } from "./useMessages";

/** The part of a message that must be visible before it counts as read. */
const VISIBLE = 0.1;

type Props = {
  message: Message;
  person: User;
  /** The previous message, if any, is from another member or day. */
  isFirst: boolean;
  isLastRead: boolean;
  /** Called when a message of the other member comes into view. */
  onSeen: (id: number) => void;
};

export function MessageItem({ message, person, isFirst, isLastRead, onSeen }: Props) {
  const isOwn = useUser()?.id === message.sender.id;
  const [isEditing, setEditing] = useState(false);
  const editButton = useRef<HTMLButtonElement>(null);
  const ref = useInView<HTMLLIElement>(() => onSeen(message.id), {
    threshold: VISIBLE,
    skip: isOwn || message.read,
  });
  function closeEditor(hadFocus: boolean) {
    flushSync(() => setEditing(false));
    if (hadFocus) editButton.current?.focus();
  }
  const kind = `${isOwn ? styles.own : styles.theirs} ${isFirst ? styles.first : ""}`;
  return (
    <li ref={ref} className={`${styles.message} ${kind}`}>
      {!isOwn && isFirst && (
        <PersonPicture
          className={styles.picture}
          name={person.username}
          image={person.user_image}
          size={28}
        />
      )}
      {isEditing ? (
        <MessageEditor message={message} peerId={person.id} onClose={closeEditor} />
      ) : (
        <>
          <div className={styles.bubble}>
            <span className="visually-hidden" dir="auto">
              {message.sender.username}
            </span>
            <RichText html={message.message_html} text={message.message} />
            <span className={styles.meta}>
              <time dateTime={message.receivedOn} title={exactTime(message.receivedOn)}>
                {i18n.date(message.receivedOn, { timeStyle: "short" })}
              </time>
              {message.edited && (
                <abbr title={t({ message: "edited", context: "message" })}>*</abbr>
              )}
              {isLastRead && (
                <span>
                  <Trans>read</Trans>
                </span>
              )}
            </span>
          </div>
          {!isOwn && (
            <div className={styles.tools}>
              <ReportButton target={{ kind: "message", id: message.id, contactId: person.id }} />
            </div>
          )}
          {isOwn && (
            <div className={styles.tools}>
              <Button
                ref={editButton}
                variant="ghost"
                icon="edit"
                aria-label={t`Edit`}
                onClick={() => setEditing(true)}
              />
              <DeleteButton message={message} peerId={person.id} />
            </div>
          )}
        </>
      )}
    </li>
  );
}

function DeleteButton({ message, peerId }: { message: Message; peerId: number }) {
  const remove = useDeleteMessage(peerId, message.id);
  async function ask() {
    if (remove.isPending) return;
    await confirmDeletion("message", true, () => remove.mutateAsync());
  }
  return <Button variant="ghost" icon="bin" aria-label={t`Delete`} onClick={() => void ask()} />;
}
