import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useId, useRef, useState } from "react";
import { useUser } from "../../api/session";
import type { ApiToken } from "../../api/types";
import { statusOf } from "../../error";
import { Badge } from "../../ui/Badge";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { confirm } from "../../ui/confirm";
import { copyText } from "../../ui/copy";
import { QueryBoundary } from "../../ui/States";
import { Time } from "../../ui/Time";
import { AddApiToken } from "./AddApiToken";
import styles from "./Sessions.module.css";
import { scopeName } from "./scopes";
import { apiTokenQueries, useRevokeApiToken, type MadeToken } from "./useApiTokens";

/** The server stores no more. */
const MAX_TOKENS = 20;

/** The tokens with which programs act as the member. */
export function ApiTokens() {
  const id = useUser()?.id ?? 0;
  const query = useQuery(apiTokenQueries.list(id));
  // Who lacks a second step that the site asks for has other things to do first.
  if (query.error && statusOf(query.error) === 403) return null;
  return (
    <Card as="section" aria-labelledby="api-tokens">
      <h2 id="api-tokens">{t`API tokens`}</h2>
      <p className={styles.note}>
        <Trans>
          With a token a program uses this forum as you, within what you allow it. A new password
          leaves your tokens valid. The <a href="/api/docs">documentation</a> shows what programs
          can do.
        </Trans>
      </p>
      <QueryBoundary query={query} failed={t`Couldn't load your tokens. Try again.`}>
        {(tokens) => <TokenList tokens={tokens} />}
      </QueryBoundary>
    </Card>
  );
}

function TokenList({ tokens }: { tokens: ApiToken[] }) {
  const [made, setMade] = useState<MadeToken>();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      {made && tokens.some(({ id }) => id === made.id) && <NewToken key={made.id} {...made} />}
      {tokens.length > 0 && (
        <ul className={styles.sessions} aria-label={t`API tokens`}>
          {tokens.map((token) => (
            <TokenRow key={token.id} token={token} />
          ))}
        </ul>
      )}
      {tokens.length >= MAX_TOKENS ? (
        <p className={styles.note}>
          <Trans>You have 20 tokens. Revoke one before creating another.</Trans>
        </p>
      ) : (
        <div>
          <Button onClick={() => setIsOpen(true)}>{t`Create a token…`}</Button>
        </div>
      )}
      {isOpen && (
        <AddApiToken
          onAdded={(token) => {
            setIsOpen(false);
            setMade(token);
          }}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}

/** Shows a token once, and takes the focus from the dialog that made it. */
function NewToken({ token }: MadeToken) {
  const ref = useRef<HTMLDivElement>(null);
  const note = useId();
  useEffect(() => ref.current?.focus(), []);
  return (
    <div
      ref={ref}
      tabIndex={-1}
      role="group"
      aria-label={t`Your new token`}
      aria-describedby={note}
      className={styles.made}
    >
      <p id={note}>
        <Trans>
          Copy your new token now: you won't see it again. Keep it like a password, as anyone who
          has it can use it.
        </Trans>
      </p>
      <code dir="ltr">{token}</code>
      <div>
        <Button onClick={() => void copyText(token, t`Token copied.`)}>{t`Copy the token`}</Button>
      </div>
    </div>
  );
}

/** Some languages have another word for invitations. */
const revoke = () => t({ message: "Revoke", context: "a token" });

function TokenRow({ token }: { token: ApiToken }) {
  const { id, name, scopes, createdAt, expiresAt, lastUsedAt } = token;
  const { isPending, mutate } = useRevokeApiToken();
  async function ask() {
    const note = t`Programs that use it are refused at once.`;
    if (await confirm(t`Revoke the token “${name}”?`, revoke(), "destructive", { note }))
      mutate(id);
  }
  return (
    <li className={styles.session}>
      <div className={styles.about}>
        <h3 className={styles.device}>
          <bdi>{name}</bdi>
          {scopes.map((scope) => (
            <Badge key={scope}>{scopeName(scope)}</Badge>
          ))}
        </h3>
        <p className={`${styles.details} ${styles.parts}`}>
          <span>
            <Trans>
              Created on <Time at={createdAt} exact />
            </Trans>
          </span>
          <span>
            <Trans>
              Expires on <Time at={expiresAt} exact />
            </Trans>
          </span>
          <span>
            {lastUsedAt ? (
              <Trans>
                Last used <Time at={lastUsedAt} />
              </Trans>
            ) : (
              <Trans>Never used</Trans>
            )}
          </span>
        </p>
      </div>
      <Button
        aria-label={t`Revoke ${name}`}
        aria-disabled={isPending}
        onClick={() => isPending || void ask()}
      >
        {revoke()}
      </Button>
    </li>
  );
}
