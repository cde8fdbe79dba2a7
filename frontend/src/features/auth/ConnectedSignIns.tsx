import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import { useUser } from "../../api/session";
import type { LinkedSignIn, SignInProvider } from "../../api/types";
import { fieldErrors } from "../../error";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { confirm } from "../../ui/confirm";
import { Form, FormActions } from "../../ui/Form";
import { QueryBoundary } from "../../ui/States";
import { Time } from "../../ui/Time";
import { siteQueries } from "../site/queries";
import { CurrentPassword } from "./CurrentPassword";
import formStyles from "./Form.module.css";
import styles from "./Providers.module.css";
import rowStyles from "./Sessions.module.css";
import { SignInFailure } from "./SignInFailure";
import { identityQueries, useConnect, useDisconnect } from "./useIdentities";

/** The sign-ins at providers: connected ones, and those that can be. Not shown where there is neither. */
export function ConnectedSignIns() {
  const id = useUser()?.id ?? 0;
  const query = useQuery(identityQueries.list(id));
  const providers = useQuery(siteQueries.settings()).data?.signIn.providers ?? [];
  const [params, setParams] = useSearchParams();
  const [failure] = useState(params.get("error"));
  const linked = params.get("linked");
  const hasFailed = params.has("error");
  // It was told: going back must not tell it again.
  useEffect(() => {
    if (!hasFailed) return;
    const without = (before: URLSearchParams) => {
      before.delete("error");
      return before;
    };
    setParams(without, { replace: true, preventScrollReset: true });
  }, [hasFailed, setParams]);
  const isLinked = query.data?.some(({ provider }) => provider === linked);
  const { name } = (isLinked && providers.find((one) => one.id === linked)) || {};
  if (providers.length === 0 && !query.data?.length) return null;
  return (
    <Card as="section" aria-labelledby="sign-ins">
      <h2 id="sign-ins">{t`Connected sign-ins`}</h2>
      <p className={formStyles.aside}>
        <Trans>Each of them signs you in without your password.</Trans>
      </p>
      <SignInFailure code={failure} />
      {name && <p role="status" className={styles.done}>{t`${name} is connected now.`}</p>}
      <QueryBoundary query={query} failed={t`Couldn't load your sign-ins. Try again.`}>
        {(connected) => <SignInList connected={connected} providers={providers} />}
      </QueryBoundary>
    </Card>
  );
}

type ListProps = { connected: LinkedSignIn[]; providers: SignInProvider[] };

function SignInList({ connected, providers }: ListProps) {
  const isConnected = ({ id }: SignInProvider) => connected.some(({ provider }) => provider === id);
  return (
    <ul className={rowStyles.sessions} aria-label={t`Connected sign-ins`}>
      {connected.map((signIn) => (
        <Connected key={signIn.provider} signIn={signIn} />
      ))}
      {providers
        .filter((provider) => !isConnected(provider))
        .map((provider) => (
          <Unconnected key={provider.id} provider={provider} />
        ))}
    </ul>
  );
}

function Connected({ signIn: { provider, name, since } }: { signIn: LinkedSignIn }) {
  const { isPending, mutate } = useDisconnect(provider);
  async function ask() {
    if (await confirm(t`Stop signing in with ${name}?`, t`Remove`, "destructive")) mutate();
  }
  return (
    <li className={rowStyles.session}>
      <div className={rowStyles.about}>
        <h3 className={rowStyles.device}>{name}</h3>
        <p className={rowStyles.details}>
          <Trans>
            Connected since <Time at={since} exact />
          </Trans>
        </p>
      </div>
      <Button
        aria-label={t`Remove ${name}`}
        aria-disabled={isPending}
        onClick={() => isPending || void ask()}
      >
        {t`Remove`}
      </Button>
    </li>
  );
}

function Unconnected({ provider: { id, name } }: { provider: SignInProvider }) {
  const [isOpen, setOpen] = useState(false);
  const connect = useConnect(id);
  return (
    <li className={rowStyles.session}>
      <div className={rowStyles.about}>
        <h3 className={rowStyles.device}>{name}</h3>
        {isOpen ? (
          <Form
            isPending={connect.isPending}
            onSubmit={(data) => connect.mutate(String(data.get("password") ?? ""))}
          >
            <CurrentPassword
              name="password"
              autoFocus
              error={fieldErrors(connect.error).password}
            />
            <FormActions
              submit={t({ message: "Continue", context: "set-up" })}
              onCancel={() => setOpen(false)}
            />
          </Form>
        ) : (
          <p className={rowStyles.details}>
            <Trans>Not connected</Trans>
          </p>
        )}
      </div>
      {!isOpen && (
        <Button aria-label={t`Connect ${name}`} onClick={() => setOpen(true)}>
          {t`Connect`}
        </Button>
      )}
    </li>
  );
}
