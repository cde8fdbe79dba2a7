import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { Contact } from "../../api/types";
import { liveStatus } from "../../api/liveStatus";
import { paths } from "../../paths";
import { ButtonLink } from "../../ui/Button";
import { List } from "../../ui/List";
import { Empty } from "../../ui/States";
import { Time } from "../../ui/Time";
import { PersonPicture } from "../members/Person";
import styles from "./People.module.css";
import { messageQueries } from "./queries";

export function ContactList() {
  // Renders again when the status changes, as the polling depends on it.
  liveStatus.use();
  const query = useInfiniteQuery(messageQueries.contacts());
  return (
    <List
      query={query}
      label={t`Contacts`}
      failed={t`Error fetching users.`}
      empty={<NoContacts />}
    >
      {(contact) => <ContactRow contact={contact} />}
    </List>
  );
}

function NoContacts() {
  return (
    <Empty>
      <p>
        <Trans>Your conversations will show up here.</Trans>
      </p>
      <ButtonLink icon="search" to={paths.people()}>
        <Trans>Find someone to message</Trans>
      </ButtonLink>
    </Empty>
  );
}

function ContactRow({ contact }: { contact: Contact }) {
  const { id, username, user_image, unread, latest, blocked, lastMessage } = contact;
  const isUnread = unread > 0;
  return (
    <div className={`${styles.person} ${isUnread ? styles.unread : ""}`}>
      <PersonPicture className={styles.picture} name={username} image={user_image} size={36} />
      <Link className={styles.chat} to={paths.chat(id)}>
        <span className={styles.text}>
          <span className={styles.name} dir="auto">
            {username}
          </span>
          <span className={`${styles.meta} ${styles.last}`}>
            {blocked && `${t`blocked`} · `}
            {lastMessage?.own && <Trans>You:</Trans>} <bdi>{lastMessage?.excerpt}</bdi>
          </span>
        </span>
        <span className={styles.state}>
          <span className={styles.meta}>
            <Time at={latest} />
          </span>
          {isUnread && (
            <span className={styles.count}>
              {plural(unread, { one: "# unread", other: "# unread" })}
            </span>
          )}
        </span>
      </Link>
    </div>
  );
}
