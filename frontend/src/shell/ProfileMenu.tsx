import { t } from "@lingui/core/macro";
import { useEffect, useEffectEvent, type MouseEvent } from "react";
import { useLocation } from "react-router";
import type { LoginUser } from "../api/types";
import menu from "../ui/Menu.module.css";
import { Avatar } from "../features/members/Avatar";
import { Loading } from "../ui/States";
import styles from "./ProfileMenu.module.css";
import { usePopoverOnDemand } from "./onDemand";

/** The member's picture and name; the picture opens and closes the account's menu. */
export function ProfileMenu({ user }: { user: LoginUser }) {
  const { isOpen, close, trigger, popover, parts } = usePopoverOnDemand("input");
  useCloseOnNavigation(close);
  const closeByLink = ({ target }: MouseEvent) => {
    if ((target as Element).closest("a")) close();
  };
  return (
    <div className={styles.profile}>
      <button {...trigger} className={styles.picture} aria-describedby="profile-tooltip">
        <Avatar src={user.userImage} alt={t`Profile picture`} size={36} />
        <span id="profile-tooltip" role="tooltip" className={styles.tooltip}>
          {t`Do you want to change you profile picture?`}
        </span>
      </button>
      <span className={styles.name} dir="auto">
        {user.username}
      </span>
      <div
        {...popover}
        className={`${menu.popover} ${styles.menu}`}
        role="group"
        aria-label={t`Your account`}
        onClickCapture={closeByLink}
      >
        {isOpen && (parts ? <parts.AccountMenu user={user} onClose={close} /> : <Loading />)}
      </div>
    </div>
  );
}

/** Closes it on any navigation, including Back and Forward. */
function useCloseOnNavigation(close: () => void) {
  const { key } = useLocation();
  const onNavigation = useEffectEvent((_key: string) => close());
  useEffect(() => onNavigation(key), [key]);
}
