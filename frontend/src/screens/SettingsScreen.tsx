import { t } from "@lingui/core/macro";
import type { ReactNode } from "react";
import { NavLink, useParams } from "react-router";
import { useUser } from "../api/session";
import type { LoginUser } from "../api/types";
import { EmailSettings } from "../features/auth/EmailSettings";
import { SecuritySettings } from "../features/auth/SecuritySettings";
import { EnterSendsCheckbox } from "../features/messages/EnterSendsCheckbox";
import { NotificationSettings } from "../features/notifications/NotificationSettings";
import { ThisDevice } from "../features/notifications/ThisDevice";
import { AccountSettings } from "../features/profile/AccountSettings";
import { saveLanguage } from "../features/profile/saveLanguage";
import { DataSettings } from "../features/auth/DataSettings";
import { paths } from "../paths";
import { DensitySelect } from "../features/posts/DensitySelect";
import { LanguageSelect, ShortcutsCheckbox, ThemeSelect } from "../ui/Appearance";
import { Card } from "../ui/Card";
import { NotFound } from "../features/access/ErrorPage";
import { Heading } from "../ui/Heading";
import { Screen } from "../ui/Screen";
import { showCurrent } from "../ui/showCurrent";
import styles from "./SettingsScreen.module.css";

type Tab = { path: string; label: string; title: string; content: ReactNode };

export function SettingsScreen() {
  const { tab = "" } = useParams();
  const user = useUser();
  if (!user) return null;
  const tabs = tabsOf(user);
  const current = tabs.find(({ path }) => path === paths.settings(tab));
  if (!current) return <NotFound />;
  return (
    <Screen width="thread">
      <Heading title={current.title}>{t`Settings`}</Heading>
      <div className={styles.settings}>
        <nav ref={showCurrent} className={styles.tabs} aria-label={t`Settings`}>
          {tabs.map(({ path, label }) => (
            <NavLink key={path} to={path} className={styles.tab}>
              {label}
            </NavLink>
          ))}
        </nav>
        <div className={styles.content}>{current.content}</div>
      </div>
    </Screen>
  );
}

function AppearanceSettings() {
  return (
    <Card as="section" className={styles.appearance} aria-label={t`Appearance`}>
      <ThemeSelect />
      <LanguageSelect onChoose={saveLanguage} />
      <DensitySelect />
      <EnterSendsCheckbox />
      <ShortcutsCheckbox />
    </Card>
  );
}

function tabsOf(user: LoginUser): Tab[] {
  return [
    {
      path: paths.settings("account"),
      label: t`Account`,
      title: t`Account settings`,
      content: <AccountSettings user={user} />,
    },
    {
      path: paths.settings("security"),
      label: t`Security`,
      title: t`Sign-in & security`,
      content: <SecuritySettings />,
    },
    {
      path: paths.settings("notifications"),
      label: t`Notifications`,
      title: t`Notification settings`,
      content: (
        <>
          <NotificationSettings />
          <EmailSettings />
          <ThisDevice />
        </>
      ),
    },
    {
      path: paths.settings("appearance"),
      label: t`Appearance`,
      title: t`Appearance`,
      content: <AppearanceSettings />,
    },
    {
      path: paths.settings("data"),
      label: t`Your data`,
      title: t`Your data`,
      content: <DataSettings user={user} />,
    },
  ];
}
