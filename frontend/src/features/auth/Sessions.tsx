import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useUser } from "../../api/session";
import type { OpenSession } from "../../api/types";
import { Badge } from "../../ui/Badge";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { confirm } from "../../ui/confirm";
import { QueryBoundary } from "../../ui/States";
import { Time } from "../../ui/Time";
import styles from "./Sessions.module.css";
import { sessionQueries, useEndOtherSessions, useEndSession } from "./useSessions";

/** Where the member is signed in, with buttons to sign out elsewhere. */
export function Sessions() {
  const id = useUser()?.id ?? 0;
  const query = useQuery(sessionQueries.list(id));
  return (
    <Card as="section" aria-labelledby="sessions">
      <h2 id="sessions">{t`Sessions`}</h2>
      <QueryBoundary query={query} failed={t`Couldn't load your sessions. Try again.`}>
        {(sessions) => <SessionList sessions={sessions} />}
      </QueryBoundary>
    </Card>
  );
}

function SessionList({ sessions }: { sessions: OpenSession[] }) {
  const hasOthers = sessions.some(({ current }) => !current);
  // The server lists the latest used first.
  const ordered = sessions.toSorted((a, b) => Number(b.current) - Number(a.current));
  return (
    <>
      <p className={styles.note}>
        {hasOthers ? (
          <Trans>
            You are signed in on these devices. If you don't recognize one, sign it out and change
            your password.
          </Trans>
        ) : (
          <Trans>You are signed in on this device only.</Trans>
        )}
      </p>
      <ul className={styles.sessions} aria-label={t`Sessions`}>
        {ordered.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
      {hasOthers && <SignOutOthers />}
    </>
  );
}

function SessionRow({ session }: { session: OpenSession }) {
  const device = deviceName(session.client);
  return (
    <li className={styles.session}>
      <div className={styles.about}>
        <h3 className={styles.device}>
          {device} {session.current && <Badge tone="success">{t`This device`}</Badge>}
        </h3>
        <SessionDetails session={session} />
      </div>
      {!session.current && <SignOut id={session.id} device={device} />}
    </li>
  );
}

function SessionDetails({ session }: { session: OpenSession }) {
  const { current, network, createdAt, lastUsedAt, method } = session;
  return (
    <>
      <p className={`${styles.details} ${styles.parts}`}>
        <span>
          {current ? (
            <Trans>Active now</Trans>
          ) : (
            <Trans>
              Last used <Time at={lastUsedAt} />
            </Trans>
          )}
        </span>
        {network && (
          <span>
            <Trans>
              Network <bdi>{network}</bdi>
            </Trans>
          </span>
        )}
      </p>
      <p className={styles.details}>
        {method === "oidc" ? (
          <Trans>
            Signed in on <Time at={createdAt} exact /> with a connected sign-in
          </Trans>
        ) : method === "recovery-code" ? (
          <Trans>
            Signed in on <Time at={createdAt} exact /> with a recovery code
          </Trans>
        ) : method === "passkey" ? (
          <Trans>
            Signed in on <Time at={createdAt} exact /> with a passkey
          </Trans>
        ) : (
          <Trans>
            Signed in on <Time at={createdAt} exact /> with a password
          </Trans>
        )}
      </p>
    </>
  );
}

/** The server's `Firefox on Linux` in the reader's words. */
export function deviceName(client: string): string {
  const [browser = "", system] = client.split(" on ");
  if (system) return t`${browser} on ${system}`;
  return client || t`Unknown device`;
}

/** Some languages have another verb for signing out oneself. */
const signOut = () => t({ message: "Sign out", context: "a device" });

function SignOut({ id, device }: { id: number; device: string }) {
  const { isPending, mutate } = useEndSession();
  return (
    <Button
      aria-label={t`Sign out ${device}`}
      aria-disabled={isPending}
      onClick={() => isPending || mutate(id)}
    >
      {signOut()}
    </Button>
  );
}

function SignOutOthers() {
  const { isPending, mutate } = useEndOtherSessions();
  async function ask() {
    if (await confirm(t`Sign out all other devices?`, signOut(), "destructive")) mutate();
  }
  return (
    <div>
      <Button variant="danger" aria-disabled={isPending} onClick={() => isPending || void ask()}>
        {t`Sign out all others`}
      </Button>
    </div>
  );
}
