import { t } from "@lingui/core/macro";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { useModeratesAny } from "../../api/session";
import type { LoginUser } from "../../api/types";
import { paths } from "../../paths";
import { LanguageSelect, ThemeSelect } from "../../ui/Appearance";
import { Icon, type IconName } from "../../ui/Icon";
import menu from "../../ui/Menu.module.css";
import { useSignOut } from "../drafts/useSignOut";
import styles from "./AccountMenu.module.css";
import { ProfileImageForm } from "./ProfileImageForm";
import { saveLanguage } from "./saveLanguage";

/** The menu behind the profile picture: image form, the member's screens, theme and language. */
export function AccountMenu({ user, onClose }: { user: LoginUser; onClose: () => void }) {
  const moderates = useModeratesAny();
  const signOut = useSignOut();
  return (
    <>
      <ProfileImageForm user={user} onClose={onClose} />
      <div className={styles.links}>
        <Entry to={paths.profile(user.username)} icon="show">{t`Profile`}</Entry>
        <Entry to={paths.saved} icon="bookmark">{t`Saved`}</Entry>
        <Entry to={paths.drafts} icon="edit">{t`Drafts`}</Entry>
        {moderates && <Entry to={paths.queue} icon="shield">{t`Reports`}</Entry>}
        <Entry to={paths.settings("account")} icon="settings">{t`Settings`}</Entry>
        <button type="button" className={menu.item} onClick={signOut}>
          <Icon name="leave" />
          {t`Logout`}
        </button>
      </div>
      <div className={styles.appearance}>
        <ThemeSelect />
        <LanguageSelect onChoose={saveLanguage} />
      </div>
    </>
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
