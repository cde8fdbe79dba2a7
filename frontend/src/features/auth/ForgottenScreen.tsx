import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Link, Navigate, useSearchParams } from "react-router";
import { api, unwrap } from "../../api/client";
import { notifyFailure } from "../../api/refusal";
import { fieldErrors } from "../../error";
import { paths, safeNext } from "../../paths";
import { Card } from "../../ui/Card";
import { TextField } from "../../ui/fields";
import { Form, FormActions } from "../../ui/Form";
import { Heading } from "../../ui/Heading";
import { Screen } from "../../ui/Screen";
import { siteQueries } from "../site/queries";
import styles from "./Form.module.css";
import { notifyRateLimited } from "./useLogin";

/** Has a link to a new password sent. Where the site sends no mail, a recovery code sets one. */
export function ForgottenScreen() {
  const next = safeNext(useSearchParams()[0].get("next"));
  const { data: site } = useQuery(siteQueries.settings());
  const request = useRequestLink();
  if (site && !site.signIn.mail) return <Navigate to={paths.recovery(next)} replace />;
  return (
    <Screen width="narrow">
      <Card>
        <Heading>{t`Forgot your password?`}</Heading>
        {request.isSuccess ? (
          <p role="status">
            <Trans>
              If an account with a confirmed e-mail address fits, a link is on its way there. It
              works for an hour. Look in your spam folder, too.
            </Trans>
          </p>
        ) : (
          <>
            <p>
              <Trans>We send you a link to set a new one.</Trans>
            </p>
            <Form
              isPending={request.isPending}
              onSubmit={(data) => request.mutate(String(data.get("name")).trim())}
            >
              <TextField
                label={t`Username or e-mail address`}
                name="name"
                autoComplete="username"
                autoCapitalize="none"
                spellCheck={false}
                maxLength={254}
                required
                error={fieldErrors(request.error)["name"]}
              />
              <FormActions submit={t`Send link`} />
            </Form>
          </>
        )}
        <p className={styles.aside}>
          <Link to={paths.recovery(next)}>
            <Trans>Use a recovery code</Trans>
          </Link>
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

function useRequestLink() {
  return useMutation({
    mutationFn: (name: string) => unwrap(api.POST("/login/forgotten", { body: { name } })),
    onError(error) {
      if (!notifyRateLimited(error)) notifyFailure(t`Couldn't send the link.`, error);
    },
  });
}
