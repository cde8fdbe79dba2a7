import { i18n } from "@lingui/core";
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { onlineManager } from "@tanstack/react-query";
import { isToday } from "date-fns/isToday";
import { useEffect, useRef, useSyncExternalStore } from "react";
import { useLocation } from "react-router";
import { connection, noteReachable } from "../api/connection";
import { queryClient } from "../api/queryClient";
import { isReachable } from "../reachable";
import { Button } from "../ui/Button";
import styles from "./ConnectionBar.module.css";

/** How often a page that is looked at asks whether the server is back. */
const PROBE_MS = 10_000;

/** Says that the server can't be reached and how old the screen may be, or that there is a new version. */
export function ConnectionBar() {
  const { isLost, isOutdated } = connection.use();
  if (isLost) return <Lost />;
  return isOutdated ? <NewVersion /> : null;
}

function Lost() {
  const { asOf } = connection.use();
  const isOnline = useSyncExternalStore(onlineManager.subscribe, () => navigator.onLine);
  useProbe();
  return <p className={styles.bar}>{textOf(asOf, isOnline)}</p>;
}

function textOf(asOf: number, isOnline: boolean): string {
  if (!asOf) return isOnline ? t`Server could not be reached.` : t`You're offline.`;
  const style = isToday(asOf) ? {} : ({ dateStyle: "medium" } as const);
  const time = i18n.date(new Date(asOf), { ...style, timeStyle: "short" });
  return isOnline
    ? t`Server could not be reached. Shown as of ${time}.`
    : t`You are offline. Shown as of ${time}.`;
}

/** Once the server is back, all that is on the screen is read again. */
function useProbe() {
  useEffect(() => {
    const probe = async () => {
      if (!(await isReachable())) return;
      noteReachable();
      void queryClient.invalidateQueries();
    };
    const online = () => void probe();
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") void probe();
    }, PROBE_MS);
    addEventListener("online", online);
    return () => {
      clearInterval(timer);
      removeEventListener("online", online);
    };
  }, []);
}

/** Taken with the next screen that is opened, unless somebody is writing there. */
function NewVersion() {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (pathname === shown.current) return;
    shown.current = pathname;
    if (!isWriting()) location.reload();
  }, [pathname]);
  return (
    <p className={styles.bar}>
      <Trans>A new version is ready</Trans>
      <Button variant="ghost" onClick={() => location.reload()}>
        {t`Reload`}
      </Button>
    </p>
  );
}

function isWriting(): boolean {
  const field = document.activeElement;
  const isText = field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement;
  return isText && field.value !== "";
}
