import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { api, replaceToken, unwrap } from "../../api/client";
import { notifyFailure } from "../../api/refusal";
import { useUser } from "../../api/session";
import { fieldErrors } from "../../error";
import { paths } from "../../paths";
import { Card } from "../../ui/Card";
import { PasswordField } from "../../ui/fields";
import { Form, FormActions } from "../../ui/Form";
import { dismiss, notify } from "../../ui/notify";
import styles from "./Form.module.css";
import { ApiTokens } from "./ApiTokens";
import { ConnectedSignIns } from "./ConnectedSignIns";
import { CurrentPassword } from "./CurrentPassword";
import { EitherCode } from "./EitherCode";
import { Passkeys } from "./Passkeys";
import { RecoveryCodes } from "./RecoveryCodes";
import { SecondStep } from "./SecondStep";
import { Sessions } from "./Sessions";
import { notifyRateLimited } from "./useLogin";
import { ownAccountQuery, useHasPassword } from "./useOwnAccount";
import { usePasswordMatch } from "./usePasswordMatch";
import { secondStepQueries } from "./useSecondStep";
import { useRefreshSessions } from "./useSessions";

export function SecuritySettings() {
  return (
    <>
      <ChangePassword />
      <Passkeys />
      <ConnectedSignIns />
      <SecondStep />
      <NewRecoveryCodes />
      <Sessions />
      <ApiTokens />
    </>
  );
}

function ChangePassword() {
  const user = useUser();
  const hasPassword = useHasPassword() !== false;
  const change = useChangePassword();
  const match = usePasswordMatch();
  const errors = fieldErrors(change.error);
  return (
    <Card as="section" aria-labelledby="change-password">
      <h2 id="change-password">{hasPassword ? t`Change password` : t`Set a password`}</h2>
      <p className={styles.aside}>
        <Trans>This signs out all your other devices.</Trans>
      </p>
      <Form
        isPending={change.isPending}
        onSubmit={(data) => {
          if (match.check(data)) change.mutate(Object.fromEntries(data) as Passwords);
        }}
      >
        {/* Password managers learn from it whose password this is. */}
        <input hidden readOnly autoComplete="username" value={user?.username ?? ""} />
        <CurrentPassword name="current" label={t`Current password`} error={errors.current} />
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
        <FormActions submit={t`Save`} />
      </Form>
    </Card>
  );
}

type Passwords = { current?: string; password: string; confirmPassword: string };

function useChangePassword() {
  const navigate = useNavigate();
  const refreshSessions = useRefreshSessions();
  const client = useQueryClient();
  const id = useUser()?.id ?? 0;
  return useMutation({
    mutationFn: (body: Passwords) =>
      replaceToken(unwrap(api.PUT("/api/user/{id}/password", { params: { path: { id } }, body }))),
    async onSuccess(isReplaced) {
      if (!isReplaced) return;
      void refreshSessions();
      void client.invalidateQueries({ queryKey: ownAccountQuery(id).queryKey });
      await navigate(paths.home);
      notify({ message: t`Your password was changed.`, type: "success" });
    },
    onError(error) {
      if (!notifyRateLimited(error)) notifyFailure(t`Couldn't change the password.`, error);
    },
  });
}

function NewRecoveryCodes() {
  const generate = useGenerateCodes();
  const id = useUser()?.id ?? 0;
  const { data: secondStep } = useQuery(secondStepQueries.since(id));
  const errors = fieldErrors(generate.error);
  return (
    <Card as="section" aria-labelledby="recovery-codes">
      <h2 id="recovery-codes">{t`Recovery codes`}</h2>
      {generate.data ? (
        <RecoveryCodes codes={generate.data.recoveryCodes} />
      ) : (
        <>
          <p className={styles.aside}>
            <Trans>
              A code sets a new password if you forget yours. Generating new codes invalidates the
              old ones.
            </Trans>
          </p>
          <Form
            isPending={generate.isPending}
            onSubmit={(data) =>
              generate.mutate(Object.fromEntries(data) as { current?: string; code?: string })
            }
          >
            <CurrentPassword name="current" error={errors.current} />
            {secondStep?.activeSince && <EitherCode error={errors.code} />}
            <FormActions submit={t`Generate new codes`} />
          </Form>
        </>
      )}
    </Card>
  );
}

function useGenerateCodes() {
  const id = useUser()?.id ?? 0;
  return useMutation({
    mutationFn: (body: { current?: string; code?: string }) => {
      const params = { path: { id } };
      return unwrap(api.POST("/api/user/{id}/recovery-codes", { params, body }));
    },
    // Don't cache the codes.
    gcTime: 0,
    onSuccess: dismiss,
    onError(error) {
      if (!notifyRateLimited(error)) notifyFailure(t`Couldn't generate recovery codes.`, error);
    },
  });
}
