import { useState } from "react";
import type { LoginUser } from "../../api/types";
import { Avatar } from "../../ui/Picture";
import { ProfileImageForm } from "./ProfileImageForm";
import styles from "./ProfileMenu.module.css";

const TOOLTIP = "Do you want to change you profile picture?";

/** The picture opens and closes the inline form for a new one. */
export function ProfileMenu({ user }: { user: LoginUser }) {
  const [open, setOpen] = useState(false);
  return (
    <div className={styles.profile}>
      <button
        type="button"
        className={styles.picture}
        aria-expanded={open}
        aria-describedby="profile-tooltip"
        onClick={() => setOpen(!open)}
      >
        <Avatar src={user.userImage} alt="Profile picture" size={36} />
        <span id="profile-tooltip" role="tooltip" className={styles.tooltip}>
          {TOOLTIP}
        </span>
      </button>
      <span className={styles.name}>{user.username}</span>
      {open && <ProfileImageForm user={user} onClose={() => setOpen(false)} />}
    </div>
  );
}
