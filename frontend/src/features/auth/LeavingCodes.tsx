import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useEffect } from "react";
import { useBlocker } from "react-router";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";

/** Asks before the member leaves codes that can't be shown again, until they are saved. */
export function LeavingCodes({ isSaved }: { isSaved: () => boolean }) {
  const blocker = useBlocker(() => !isSaved());
  useEffect(() => {
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, []);
  if (blocker.state !== "blocked") return null;
  return (
    <Dialog
      title={t`Leave without your recovery codes?`}
      onClose={blocker.reset}
      actions={
        <>
          <Button onClick={blocker.reset}>
            <Trans>Stay</Trans>
          </Button>
          <Button variant="destructive" onClick={blocker.proceed}>
            <Trans>Leave</Trans>
          </Button>
        </>
      }
    >
      <p>
        <Trans>You won't see these codes again.</Trans>
      </p>
    </Dialog>
  );
}

/** Makes the browser ask before it closes the page. */
function ask(event: Event) {
  event.preventDefault();
}
