import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { Contact } from "../../api/types";
import { paths } from "../../paths";
import { List } from "../../ui/List";
import { Avatar } from "../../ui/Picture";
import { Time } from "../../ui/Time";
import styles from "./Person.module.css";
import { messageQueries } from "./queries";

export function ContactList() {
  const query = useInfiniteQuery(messageQueries.contacts());
  return (
    <List query={query} label="Contacts" failed="Error fetching users.">
      {(contact) => <ContactRow contact={contact} />}
    </List>
  );
}

function ContactRow({ contact }: { contact: Contact }) {
  const { id, username, user_image, unread, totalMessages, latest, blocked } = contact;
  return (
    <Link className={styles.person} to={paths.chat(id)}>
      <Avatar src={user_image} size={44} />
      <span className={styles.text}>
        <strong>{username}</strong>
        <span className={styles.meta}>
          {totalMessages === 1 ? "1 message" : `${totalMessages} messages`} · <Time at={latest} />
          {blocked && " · blocked"}
        </span>
      </span>
      {unread > 0 && (
        <span className={styles.unread}>
          {unread}
          <span className="visually-hidden"> unread</span>
        </span>
      )}
    </Link>
  );
}
