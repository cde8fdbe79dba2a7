import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useEffect, useRef, useState } from "react";
import { Link, useLocation, useSearchParams } from "react-router";
import { session, type Ban } from "../../api/session";
import { paths, safeNext } from "../../paths";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { PasswordField, TextField } from "../../ui/fields";
import { Form, FormActions } from "../../ui/Form";
import { Heading } from "../../ui/Heading";
import { Screen } from "../../ui/Screen";
import { site } from "../../ui/site";
import { siteQueries } from "../site/queries";
import styles from "./Form.module.css";
import { newAccount } from "./newAccount";
import { ProviderButtons } from "./ProviderButtons";
import { SignInFailure } from "./SignInFailure";
import { useLogin } from "./useLogin";
import { VisitorsOnly } from "./VisitorsOnly";
import { lazyPart } from "../../ui/lazyPart";

/** Only banned members need it. */
const BannedDialog = lazyPart(() =>
  import("./BannedDialog").then(({ BannedDialog }) => BannedDialog),
);

/** Only for browsers that have passkeys. */
const PasskeySignIn = lazyPart(() =>
  import("./PasskeySignIn").then(({ PasskeySignIn }) => PasskeySignIn),
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
  const { state } = useLocation() as { state: { banned?: boolean; vote?: boolean } | null };
  const [ban, setBan] = useState<Ban | null>(() => (state?.banned ? session.ban() : null));
  const next = safeNext(params.get("next"));
  const form = useRef<HTMLFormElement>(null);
  const { isOpen } = site.use();
  const sendsMail = useQuery(siteQueries.settings()).data?.signIn.mail;
  const known = newAccount.get();
  const name = known?.username ?? "";
  useEffect(() => () => newAccount.set(undefined), []);
  const login = useLogin(next, known?.hasCodes === false ? name : "", (told) => {
    form.current?.reset();
    setBan(told);
  });
  return (
    <Screen width="narrow">
      <Card>
        <Heading title={t`Login`}>{t`Please Sign In`}</Heading>
        <SignInFailure code={params.get("error")} />
        {state?.vote && <p>{t`Sign in to vote. Your vote is counted then.`}</p>}
        {known && (
          <Button
            variant="primary"
            aria-disabled={login.isPending}
            onClick={() =>
              login.isPending || login.mutate({ username: name, password: known.password })
            }
          >
            {t`Continue as ${name}`}
          </Button>
        )}
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
            autoComplete="username webauthn"
            autoCapitalize="none"
            spellCheck={false}
            required
          />
          <PasswordField label={t`Password`} name="password" autoComplete="current-password" />
          <FormActions submit={t`Sign in`} />
        </Form>
        <p className={styles.aside}>
          <Link to={sendsMail ? paths.forgotten(next) : paths.recovery(next)}>
            <Trans>Forgot your password?</Trans>
          </Link>
        </p>
        <ProviderButtons next={next} />
        <p className={styles.aside} hidden={!isOpen}>
          <Trans>
            New here? <Link to={paths.register(next)}>Create an account</Link>
          </Trans>
        </p>
        <Suspense>
          <PasskeySignIn next={next} onBanned={setBan} />
        </Suspense>
      </Card>
      {ban && (
        <Suspense>
          <BannedDialog ban={ban} onClose={() => setBan(null)} />
        </Suspense>
      )}
    </Screen>
  );
}
