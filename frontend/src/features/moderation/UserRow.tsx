import type { ReactNode } from "react";
import type { User } from "../../api/types";
import { Avatar } from "../../ui/Picture";
import { Toolbar } from "../../ui/Screen";
import styles from "./UserRow.module.css";

type Props = { user: User; note?: string | undefined; children: ReactNode };

export function UserRow({ user, note, children }: Props) {
  return (
    <div className={styles.row}>
      <Avatar src={user.user_image} size={36} />
      <span className={styles.name}>
        <strong>{user.username}</strong>
        {note && <span className={styles.note}>{note}</span>}
      </span>
      <Toolbar>{children}</Toolbar>
    </div>
  );
}
