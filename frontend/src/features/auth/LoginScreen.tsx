import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Suspense, useRef, useState } from "react";
import { Link, useLocation, useSearchParams } from "react-router";
import { session, type Ban } from "../../api/session";
import { paths, safeNext } from "../../paths";
import { Card } from "../../ui/Card";
import { PasswordField, TextField } from "../../ui/fields";
import { Form, FormActions } from "../../ui/Form";
import { Heading } from "../../ui/Heading";
import { Screen } from "../../ui/Screen";
import styles from "./Form.module.css";
import { useLogin } from "./useLogin";
import { VisitorsOnly } from "./VisitorsOnly";
import { lazyPart } from "../../ui/lazyPart";

/** Only banned members need it. */
const BannedDialog = lazyPart(() =>
  import("./BannedDialog").then(({ BannedDialog }) => BannedDialog),
);

export function LoginScreen() {
  return (
    <VisitorsOnly>
      <Login />
    </VisitorsOnly>
  );
}

function Login() {
  const [params] = useSearchParams();
  const { state } = useLocation() as { state: { banned?: boolean } | null };
  const [ban, setBan] = useState<Ban | null>(() => (state?.banned ? session.ban() : null));
  const next = safeNext(params.get("next"));
  const form = useRef<HTMLFormElement>(null);
  const login = useLogin(next, (told) => {
    form.current?.reset();
    setBan(told);
  });
  return (
    <Screen width="narrow">
      <Card>
        <Heading title={t`Login`}>{t`Please Sign In`}</Heading>
        <Form
          isPending={login.isPending}
          onSubmit={(data, element) => {
            form.current = element;
            login.mutate({
              username: String(data.get("username")).trim(),
              password: String(data.get("password")),
            });
          }}
        >
          <TextField
            label={t`Username`}
            name="username"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            required
          />
          <PasswordField label={t`Password`} name="password" autoComplete="current-password" />
          <FormActions submit={t`Sign in`} />
        </Form>
        <p className={styles.aside}>
          <Link to={paths.recovery(next)}>
            <Trans>Forgot your password?</Trans>
          </Link>
        </p>
        <p className={styles.aside}>
          <Trans>
            New here? <Link to={paths.register(next)}>Create an account</Link>
          </Trans>
        </p>
      </Card>
      {ban && (
        <Suspense>
          <BannedDialog ban={ban} onClose={() => setBan(null)} />
        </Suspense>
      )}
    </Screen>
  );
}
