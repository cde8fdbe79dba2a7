import { t } from "@lingui/core/macro";
import { Suspense, useEffect } from "react";
import { useRouteError } from "react-router";
import { Button } from "../ui/Button";
import { Heading } from "../ui/Heading";
import { lazyPart } from "../ui/lazyPart";
import { notify } from "../ui/notify";
import { Screen } from "../ui/Screen";
import { ErrorState } from "../ui/States";
import { isChunkError, reloadIfReachable, reloadOnce } from "./chunkErrors";

const ContactLine = lazyPart(() =>
  import("../features/site/ContactAdmins").then(({ ContactLine }) => ContactLine),
);

/** Shown after a screen crashed or its chunk failed to load. */
export function ErrorScreen() {
  const error = useRouteError();
  const isOffline = isChunkError(error);
  useEffect(() => {
    void reloadOnce(error);
    if (!isOffline) return;
    const reload = () => void reloadIfReachable();
    addEventListener("online", reload);
    return () => removeEventListener("online", reload);
  }, [error, isOffline]);
  const retry = async () => {
    if (!(await reloadIfReachable())) notify(t`Server could not be reached.`);
  };
  return (
    <Screen>
      <Heading>{t`Something went wrong`}</Heading>
      {isOffline ? (
        <ErrorState
          text={t`Couldn't load this page. Check your connection and try again.`}
          onRetry={() => void retry()}
        />
      ) : (
        <>
          <ErrorState text={t`This page failed to load.`} />
          <div>
            <Button variant="primary" onClick={() => void retry()}>
              {t`Reload`}
            </Button>
          </div>
          <Suspense>
            <ContactLine />
          </Suspense>
        </>
      )}
    </Screen>
  );
}
