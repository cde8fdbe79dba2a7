import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Link, Navigate, useLocation, useNavigate, useSearchParams } from "react-router";
import { api, unwrap } from "../../api/client";
import { notifyFailure } from "../../api/refusal";
import { codeOf, fieldErrors, statusOf } from "../../error";
import { paths, safeNext } from "../../paths";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { Form, FormActions } from "../../ui/Form";
import { Heading } from "../../ui/Heading";
import { Screen } from "../../ui/Screen";
import { CodeField } from "./CodeField";
import styles from "./Form.module.css";
import { notifyRateLimited, useCompleteLogin } from "./useLogin";
import { VisitorsOnly } from "./VisitorsOnly";

/** Asks for the code of the app after the password. */
export function SecondStepScreen() {
  const { state } = useLocation() as { state: { ticket?: string } | null };
  const form = <SecondStepForm ticket={state?.ticket} />;
  // Members sign in again, too, to show that they are here.
  return state?.ticket ? form : <VisitorsOnly>{form}</VisitorsOnly>;
}

function SecondStepForm({ ticket }: { ticket: string | undefined }) {
  const next = safeNext(useSearchParams()[0].get("next"));
  const [isRecovery, setIsRecovery] = useState(false);
  const signIn = useSecondStep(next);
  if (!ticket) return <Navigate to={paths.login(next)} replace />;
  return (
    <Screen width="narrow">
      <Card>
        <Heading>{t`One more step`}</Heading>
        <p>
          {isRecovery ? (
            <Trans>Type one of your recovery codes. It is used up then.</Trans>
          ) : (
            <Trans>Type the code that your authenticator app shows now.</Trans>
          )}
        </p>
        <Form
          isPending={signIn.isPending}
          onSubmit={(data) => signIn.mutate({ ticket, code: String(data.get("code")) })}
        >
          <CodeField isRecovery={isRecovery} autoFocus error={fieldErrors(signIn.error).code} />
          <FormActions submit={t`Sign in`} />
        </Form>
        <p className={styles.aside}>
          <Button variant="ghost" onClick={() => setIsRecovery(!isRecovery)}>
            {isRecovery ? t`Use the code of your app` : t`Use a recovery code`}
          </Button>
        </p>
        <p className={styles.aside}>
          <Link to={paths.login(next)}>
            <Trans>Back to sign in</Trans>
          </Link>
        </p>
      </Card>
    </Screen>
  );
}

function useSecondStep(next: string) {
  const navigate = useNavigate();
  const completeLogin = useCompleteLogin(next);
  return useMutation({
    mutationFn: (body: { ticket: string; code: string }) =>
      unwrap(api.POST("/login/second-step", { body })),
    onSuccess: completeLogin,
    onError(error) {
      if (notifyRateLimited(error)) return;
      if (statusOf(error) === 403) return notifyFailure(t`You have been banned.`, error);
      notifyFailure(t`Couldn't sign you in.`, error);
      if (codeOf(error) === "ticket-ended") void navigate(paths.login(next), { replace: true });
    },
  });
}
