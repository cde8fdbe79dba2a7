import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { QueryBoundary } from "../../ui/States";
import type { DeviceState } from "./device";
import { notificationQueries } from "./queries";
import { useDevice } from "./useDevice";
import styles from "./NotificationSettings.module.css";

/** Notifications of this browser, also while no page is open. */
export function ThisDevice() {
  const { query, turn, isPending } = useDevice();
  const { data: settings } = useQuery(notificationQueries.settings());
  return (
    <Card as="section" aria-labelledby="on-this-device">
      <h2 id="on-this-device">{t`On this device`}</h2>
      <QueryBoundary query={query} failed={t`Couldn't load your settings. Try again.`}>
        {(state) => (
          <>
            <p className={styles.state}>{explain(state, settings?.push ?? true)}</p>
            {(state === "off" || state === "on") && (
              <Button
                className={styles.turn}
                variant={state === "off" ? "primary" : "secondary"}
                disabled={isPending}
                onClick={() => turn(state === "off")}
              >
                {state === "off" ? t`Turn on notifications` : t`Turn off`}
              </Button>
            )}
          </>
        )}
      </QueryBoundary>
    </Card>
  );
}

/** `isWanted` is the choice for all devices of the member. */
function explain(state: DeviceState, isWanted: boolean): string {
  switch (state) {
    case "off":
      return t`Get notifications here, also while this site is closed.`;
    case "on":
      if (!isWanted) {
        return t`This device is ready, but gets nothing while “On my devices, too” is off.`;
      }
      return t`This device shows notifications, also while this site is closed, until you sign out here.`;
    case "blocked":
      return t`Your browser blocks notifications from this site. Allow them in the browser's settings for this site, then reload this page.`;
    case "install-first":
      return t`On iPhone and iPad, add this site to the Home Screen first: tap Share, then “Add to Home Screen”. Open it there and come back to this page.`;
    case "unsupported":
      return t`This browser can't show notifications while this site is closed.`;
  }
}
