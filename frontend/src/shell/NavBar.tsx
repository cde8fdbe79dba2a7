import { t } from "@lingui/core/macro";
import { Suspense, useState, type ReactNode } from "react";
import { Link, matchPath, useLocation } from "react-router";
import { isAdmin, useSignedIn, useUser } from "../api/session";
import type { LoginUser } from "../api/types";
import { paths } from "../paths";
import { Icon, type IconName } from "../ui/Icon";
import { useSignOut } from "../features/drafts/useSignOut";
import { Avatar } from "../features/members/Avatar";
import { ModalContainer } from "../ui/ModalContainer";
import { hasOwnName, site } from "../ui/site";
import { AppearanceMenu } from "./AppearanceMenu";
import { MemberTools, MessageCount, ProfileMenu } from "./memberParts";
import styles from "./NavBar.module.css";
import profile from "./ProfileMenu.module.css";
import { SearchMenu } from "./SearchMenu";
import { VisitorUpdates } from "./visitorParts";

export function NavBar() {
  const signedIn = useSignedIn();
  const [wasSignedIn] = useState(signedIn);
  const user = useUser();
  const signOut = useSignOut();
  const { name, logo } = site.use();
  return (
    <>
      <nav className={styles.bar} aria-label={t`Main`}>
        <Link to={paths.home} className={styles.logo}>
          {logo ? (
            <img
              className={styles.own}
              src={logo}
              alt={name}
              onError={() => site.set({ ...site.get(), logo: "" })}
            />
          ) : hasOwnName(name) ? (
            <bdi>{name}</bdi>
          ) : (
            <img src="/images/POST-UP_logo.png" alt={name} width={147} height={32} />
          )}
        </Link>
        <ul className={styles.links}>
          {isAdmin(user) && user?.username && (
            <Entry to={paths.admin} also="/admin" icon="shield" label={t`ADMIN`} />
          )}
          <Entry to={paths.home} icon="home" label={t`Home`} end />
          <Entry to={paths.forums} icon="forums" label={t`Forums`} end />
          {signedIn && <Entry to={paths.favorites} icon="star" label={t`Favorites`} />}
          {signedIn && (
            <Entry to={paths.messages} icon="mail" label={t`Messages`}>
              <Suspense>
                <MessageCount />
              </Suspense>
            </Entry>
          )}
          {signedIn && <Entry to={paths.newPost()} icon="plus" label={t`New post`} isRound />}
          {signedIn && (
            <li>
              <button type="button" className={styles.link} onClick={signOut}>
                <Icon name="leave" />
                <span>{t`Logout`}</span>
              </button>
            </li>
          )}
          {!signedIn && <Entry to={paths.login()} icon="enter" label={t`Login`} />}
        </ul>
        <div className={styles.side}>
          <SearchMenu />
          {signedIn ? (
            <Suspense fallback={<span className={styles.later} />}>
              <MemberTools isStart={wasSignedIn} />
            </Suspense>
          ) : (
            <Suspense>
              <VisitorUpdates />
            </Suspense>
          )}
          {user ? (
            <Suspense fallback={<Picture user={user} />}>
              <ProfileMenu user={user} />
            </Suspense>
          ) : (
            <AppearanceMenu />
          )}
        </div>
      </nav>
      <ModalContainer />
    </>
  );
}

/** Shown until the account menu is loaded. */
function Picture({ user: { userImage, username } }: { user: LoginUser }) {
  return (
    <div className={profile.profile}>
      <Avatar src={userImage} size={36} />
      <span className={profile.name} dir="auto">
        {username}
      </span>
    </div>
  );
}

type EntryProps = {
  to: string;
  /** The entry is also active on screens below this address. */
  also?: string;
  icon: IconName;
  label: string;
  end?: boolean;
  /** Shows its icon alone, in a circle. */
  isRound?: boolean;
  children?: ReactNode;
};

function Entry(props: EntryProps) {
  const { to, also = to, icon, label, end = false, isRound = false, children } = props;
  const { pathname } = useLocation();
  const isCurrent = [to, also].some((path) => matchPath({ path, end }, pathname));
  return (
    <li className={isRound ? styles.round : undefined}>
      <Link
        to={to}
        title={isRound ? label : undefined}
        aria-current={isCurrent ? "page" : undefined}
        className={`${styles.link} ${isCurrent ? styles.active : ""}`}
      >
        <Icon name={icon} />
        <span>{label}</span>
        {children}
      </Link>
    </li>
  );
}
