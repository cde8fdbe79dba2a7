import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { Link, useNavigate, useSearchParams } from "react-router";
import { api, unwrap } from "../../api/client";
import { notifyFailure } from "../../api/refusal";
import { session } from "../../api/session";
import { fieldErrors, statusOf } from "../../error";
import { paths } from "../../paths";
import { Card } from "../../ui/Card";
import { PasswordField } from "../../ui/fields";
import { Form, FormActions } from "../../ui/Form";
import { Heading } from "../../ui/Heading";
import { notify } from "../../ui/notify";
import { Screen } from "../../ui/Screen";
import { LinkEnded } from "./LinkEnded";
import { usePasswordMatch } from "./usePasswordMatch";

/** Sets a new password by the link of a mail. */
export function NewPasswordScreen() {
  const token = useSearchParams()[0].get("token") ?? "";
  const reset = useReset(token);
  const match = usePasswordMatch();
  const errors = fieldErrors(reset.error);
  const hasEnded = !token || statusOf(reset.error) === 404;
  return (
    <Screen width="narrow">
      <Card>
        <Heading>{t`Set a new password`}</Heading>
        {hasEnded ? (
          <LinkEnded>
            <Link to={paths.forgotten()}>
              <Trans>Ask for a new link</Trans>
            </Link>
          </LinkEnded>
        ) : (
          <>
            <p>
              <Trans>All devices are signed out. Then sign in with the new password.</Trans>
            </p>
            <Form
              isPending={reset.isPending}
              onSubmit={(data) => {
                if (match.check(data)) reset.mutate(Object.fromEntries(data) as Passwords);
              }}
            >
              <PasswordField
                label={t`New password`}
                name="password"
                error={errors["password"]}
                hint={t`At least 8 characters`}
              />
              <PasswordField
                label={t`Confirm password`}
                name="confirmPassword"
                error={match.error ?? errors["confirmPassword"]}
              />
              <FormActions submit={t`Set password`} />
            </Form>
          </>
        )}
      </Card>
    </Screen>
  );
}

type Passwords = { password: string; confirmPassword: string };

function useReset(token: string) {
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (passwords: Passwords) =>
      unwrap(api.POST("/login/new-password", { body: { token, ...passwords } })),
    // Don't cache the password.
    gcTime: 0,
    async onSuccess() {
      session.clear();
      await navigate(paths.login(), { replace: true });
      notify({ message: t`Your password is set. Sign in with it.`, type: "success" });
    },
    onError(error) {
      if (statusOf(error) !== 404) notifyFailure(t`Couldn't set the password.`, error);
    },
  });
}
