import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { useUser } from "../../api/session";
import { fieldErrors } from "../../error";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { Form, FormActions } from "../../ui/Form";
import { lazyPart } from "../../ui/lazyPart";
import { QueryBoundary } from "../../ui/States";
import { Time } from "../../ui/Time";
import { CurrentPassword } from "./CurrentPassword";
import { EitherCode } from "./EitherCode";
import styles from "./Form.module.css";
import { secondStepQueries, useRemoveSecondStep } from "./useSecondStep";

/** It draws a QR code, which few members need. */
const SecondStepSetup = lazyPart(() =>
  import("./SecondStepSetup").then(({ SecondStepSetup }) => SecondStepSetup),
);

/** Turns the second step of the sign-in on and off. */
export function SecondStep() {
  const id = useUser()?.id ?? 0;
  const query = useQuery(secondStepQueries.since(id));
  const [open, setOpen] = useState<"set-up" | "turn-off">();
  const close = () => setOpen(undefined);
  return (
    <Card as="section" aria-labelledby="second-step">
      <h2 id="second-step">{t`Second step`}</h2>
      <QueryBoundary query={query} failed={t`Couldn't load your second step. Try again.`}>
        {({ activeSince }) =>
          open === "set-up" ? (
            <Suspense>
              <SecondStepSetup onClose={close} />
            </Suspense>
          ) : (
            <>
              <p className={styles.aside}>
                {activeSince ? (
                  <Trans>
                    On since <Time at={activeSince} exact />. Signing in asks for a code of your app
                    after the password.
                  </Trans>
                ) : (
                  <Trans>
                    Off. With it, signing in asks for a code of an authenticator app after the
                    password: nobody gets in with the password alone.
                  </Trans>
                )}
              </p>
              {open ? (
                <TurnOff onClose={close} />
              ) : (
                <div>
                  <Button onClick={() => setOpen(activeSince ? "turn-off" : "set-up")}>
                    {activeSince ? t`Turn off…` : t`Set up…`}
                  </Button>
                </div>
              )}
            </>
          )
        }
      </QueryBoundary>
    </Card>
  );
}

function TurnOff({ onClose }: { onClose: () => void }) {
  const remove = useRemoveSecondStep(onClose);
  const errors = fieldErrors(remove.error);
  return (
    <Form
      isPending={remove.isPending}
      onSubmit={(data) => {
        remove.mutate(Object.fromEntries(data) as { password?: string; code: string });
      }}
    >
      <CurrentPassword name="password" autoFocus error={errors.password} />
      <EitherCode error={errors.code} />
      <FormActions submit={t`Turn off`} onCancel={onClose} />
    </Form>
  );
}
