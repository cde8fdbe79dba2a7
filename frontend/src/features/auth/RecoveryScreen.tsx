import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { Link, useSearchParams } from "react-router";
import { api, unwrap } from "../../api/client";
import { notifyFailure } from "../../api/refusal";
import { fieldErrors, statusOf } from "../../error";
import { paths, safeNext } from "../../paths";
import { Card } from "../../ui/Card";
import { PasswordField, TextField } from "../../ui/fields";
import { Form, FormActions } from "../../ui/Form";
import { Heading } from "../../ui/Heading";
import { Screen } from "../../ui/Screen";
import { ContactAdmins } from "../site/ContactAdmins";
import styles from "./Form.module.css";
import { notifyRateLimited, useAskForCode, useCompleteLogin } from "./useLogin";
import { usePasswordMatch } from "./usePasswordMatch";

export function RecoveryScreen() {
  const next = safeNext(useSearchParams()[0].get("next"));
  const recover = useRecover(next);
  const match = usePasswordMatch();
  const errors = fieldErrors(recover.error);
  const contact = <ContactAdmins />;

  function submit(data: FormData) {
    if (!match.check(data)) return;
    const body = Object.fromEntries(data) as Recovery;
    recover.mutate({ ...body, username: body.username.trim() });
  }

  return (
    <Screen width="narrow">
      <Card>
        <Heading>{t`Forgot your password?`}</Heading>
        <p>
          <Trans>
            Set a new one with one of your recovery codes. All other devices are signed out.
          </Trans>
        </p>
        <Form isPending={recover.isPending} onSubmit={submit}>
          <TextField
            label={t`Username`}
            name="username"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            required
            error={errors.username}
          />
          <TextField
            label={t`Recovery code`}
            name="code"
            autoComplete="one-time-code"
            autoCapitalize="characters"
            spellCheck={false}
            required
            error={errors.code}
            hint={t`16 letters and digits, with or without dashes`}
          />
          <PasswordField
            label={t`New password`}
            name="password"
            error={errors.password}
            hint={t`At least 8 characters`}
          />
          <PasswordField
            label={t`Confirm password`}
            name="confirmPassword"
            error={match.error ?? errors.confirmPassword}
          />
          <FormActions submit={t`Set password and sign in`} />
        </Form>
        <p className={styles.aside}>
          <Trans>No codes left? {contact}: they can set a new password.</Trans>
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

type Recovery = { username: string; code: string; password: string; confirmPassword: string };

function useRecover(next: string) {
  const completeLogin = useCompleteLogin(next);
  const askForCode = useAskForCode(next);
  return useMutation({
    mutationFn: (body: Recovery) => unwrap(api.POST("/login/recovery", { body })),
    onSuccess: completeLogin,
    onError(error) {
      if (askForCode(error) || notifyRateLimited(error)) return;
      if (statusOf(error) === 403) return notifyFailure(t`You have been banned.`, error);
      notifyFailure(t`Couldn't set the password.`, error);
    },
  });
}
