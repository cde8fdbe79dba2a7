import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useRef } from "react";
import { useNavigate } from "react-router";
import { paths } from "../../paths";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { Heading } from "../../ui/Heading";
import { Screen } from "../../ui/Screen";
import { LeavingCodes } from "./LeavingCodes";
import { RecoveryCodes } from "./RecoveryCodes";

/** The codes of a new account. They can't be shown again, so leaving needs confirmation. */
export function FirstCodes({ codes, next }: { codes: string[]; next: string }) {
  const navigate = useNavigate();
  const isSaved = useRef(false);
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
      <LeavingCodes isSaved={() => isSaved.current} />
    </Screen>
  );
}
