import { Trans } from "@lingui/react/macro";
import { Suspense, useEffect } from "react";
import { Outlet, ScrollRestoration, useLocation } from "react-router";
import { connection } from "../api/connection";
import { needsSecondStep } from "../api/needsSecondStep";
import { useSession } from "../api/session";
import { question } from "../ui/confirm";
import { entryKey } from "../ui/entryState";
import { Notification } from "../ui/Notification";
import { isUnnamed, site } from "../ui/site";
import "../ui/theme";
import styles from "./Layout.module.css";
import { ConnectionBar } from "./connectionParts";
import { Face, Foot } from "./faceParts";
import { NavBar } from "./NavBar";
import { isWelcome } from "./guard";
import { SecondStepNotice } from "./memberParts";
import { loadParts, useParts } from "./onDemand";
import { Shortcuts } from "./Shortcuts";
import { useFeedLink } from "./useFeedLink";
import { useSessionWatch } from "./useSessionWatch";

export function Layout() {
  useSessionWatch();
  useFeedLink();
  const hasFace = site.useSelected((shown) => shown.hasFace);
  const hasNews = connection.useSelected(({ isLost, isOutdated }) => isLost || isOutdated);
  const { token } = useSession();
  const isStepNeeded = needsSecondStep.use() === token && token !== "";
  useEffect(() => {
    let latest: EventTarget | null;
    // Who only reads needs no more than the first load.
    const load = ({ target }: FocusEvent) => {
      latest = target;
      void import("../ui/handOnFocus").then(({ handOnFocus }) => {
        document.removeEventListener("focusin", load);
        handOnFocus(latest);
      }, ignore);
    };
    document.addEventListener("focusin", load);
    return () => document.removeEventListener("focusin", load);
  }, []);
  useEffect(() => {
    if (isUnnamed) void import("./siteName").then(({ loadSiteName }) => loadSiteName(), ignore);
  }, []);
  return (
    <>
      <a className="skip" href="#content">
        <Trans>Skip to content</Trans>
      </a>
      <NavBar />
      <Notification />
      <div aria-live="polite">
        <Suspense>{hasNews && <ConnectionBar />}</Suspense>
      </div>
      <Suspense>{hasFace && <Face />}</Suspense>
      <Suspense>{isStepNeeded && <SecondStepNotice />}</Suspense>
      <main id="content" tabIndex={-1} className={styles.content}>
        <Outlet />
      </main>
      <Suspense>
        <Foot />
      </Suspense>
      <Shortcuts />
      <DueDialogs />
      <ScrollRestoration getKey={entryKey} />
    </>
  );
}

/** If the chunk fails to load, the site keeps the default name, or the focus is not handed on. */
function ignore() {}

/** Loads the dialogs on demand; if that fails, a question is cancelled. */
function DueDialogs() {
  const isWelcomeDue = isWelcome(useLocation());
  const isAsked = question.use() !== null;
  const parts = useParts();
  useEffect(() => {
    if (!isWelcomeDue && !isAsked) return;
    void loadParts().then((loaded) => loaded ?? question.get()?.answer(null));
  }, [isWelcomeDue, isAsked]);
  if (!parts) return null;
  return (
    <>
      {isAsked && <parts.ConfirmDialog />}
      {isWelcomeDue && <parts.Welcome />}
    </>
  );
}
