import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useEffect, useRef } from "react";
import { useBlocker, useNavigate } from "react-router";
import { paths } from "../../paths";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { Dialog } from "../../ui/Dialog";
import { Heading } from "../../ui/Heading";
import { Screen } from "../../ui/Screen";
import { RecoveryCodes } from "./RecoveryCodes";

/** The codes of a new account. They can't be shown again, so leaving needs confirmation. */
export function FirstCodes({ codes, next }: { codes: string[]; next: string }) {
  const navigate = useNavigate();
  const isSaved = useRef(false);
  const blocker = useBlocker(() => !isSaved.current);
  useEffect(() => {
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, []);
  return (
    <Screen width="narrow">
      <Card>
        <Heading>{t`Your recovery codes`}</Heading>
        <p>
          <Trans>Your account is ready. Save these codes before signing in:</Trans>
        </p>
        <RecoveryCodes codes={codes} />
        <div>
          <Button
            variant="primary"
            onClick={() => {
              isSaved.current = true;
              void navigate(paths.login(next));
            }}
          >
            <Trans>I've saved my codes, sign in</Trans>
          </Button>
        </div>
      </Card>
      {blocker.state === "blocked" && (
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
      )}
    </Screen>
  );
}

/** Makes the browser ask before it closes the page. */
function ask(event: Event) {
  event.preventDefault();
}
