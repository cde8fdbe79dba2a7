import { Trans } from "@lingui/react/macro";
import { type Location, Outlet, ScrollRestoration, useLocation } from "react-router";
import { Welcome } from "../features/auth/Welcome";
import { ConfirmDialog } from "../ui/ConfirmDialog";
import { Notification } from "../ui/Notification";
import styles from "./Layout.module.css";
import { NavBar } from "./NavBar";
import { isWelcome } from "./guard";
import { Shortcuts } from "./Shortcuts";
import { useSessionWatch } from "./useSessionWatch";

export function Layout() {
  useSessionWatch();
  const location = useLocation();
  return (
    <>
      <a className={styles.skip} href="#content">
        <Trans>Skip to content</Trans>
      </a>
      <NavBar />
      <Notification />
      <main id="content" tabIndex={-1} className={styles.content}>
        <Outlet />
      </main>
      <Shortcuts />
      <ConfirmDialog />
      {isWelcome(location) && <Welcome />}
      <ScrollRestoration getKey={placeKey} />
    </>
  );
}

/** Whatever a tab opens first has the key "default": a link to a reply would be taken to where the tab stood before. */
function placeKey({ key, pathname, search, hash }: Location) {
  return key === "default" ? pathname + search + hash : key;
}
