import { t } from "@lingui/core/macro";
import { useEffect, useEffectEvent, type MouseEvent, type ReactNode } from "react";
import { Link, useLocation } from "react-router";
import type { LoginUser } from "../../api/types";
import { paths } from "../../paths";
import { LanguageSelect, ThemeSelect } from "../../ui/Appearance";
import { Icon, type IconName } from "../../ui/Icon";
import menu from "../../ui/Menu.module.css";
import { Avatar } from "../../ui/Picture";
import { usePopover } from "../../ui/usePopover";
import { ProfileImageForm } from "./ProfileImageForm";
import styles from "./ProfileMenu.module.css";

/** The picture opens and closes a menu: the image form, the member's screens, theme and language. */
export function ProfileMenu({ user }: { user: LoginUser }) {
  const { isOpen, close, trigger, popover } = usePopover((element) =>
    element.querySelector("input")?.focus(),
  );
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
        {isOpen && (
          <>
            <ProfileImageForm user={user} onClose={close} />
            <div className={styles.links}>
              <Entry to={paths.settings("account")} icon="settings">{t`Settings`}</Entry>
              <Entry to={paths.logout} icon="leave">{t`Logout`}</Entry>
            </div>
            <div className={styles.appearance}>
              <ThemeSelect />
              <LanguageSelect />
            </div>
          </>
        )}
      </div>
    </div>
  );
}

type EntryProps = { to: string; icon: IconName; children: ReactNode };

function Entry({ to, icon, children }: EntryProps) {
  return (
    <Link className={menu.item} to={to}>
      <Icon name={icon} />
      {children}
    </Link>
  );
}

/** Back and forward too. */
function useCloseOnNavigation(close: () => void) {
  const { key } = useLocation();
  const onNavigation = useEffectEvent((_key: string) => close());
  useEffect(() => onNavigation(key), [key]);
}
