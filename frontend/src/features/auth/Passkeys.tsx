import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useUser } from "../../api/session";
import type { Passkey } from "../../api/types";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { confirm } from "../../ui/confirm";
import { QueryBoundary } from "../../ui/States";
import { Time } from "../../ui/Time";
import { siteQueries } from "../site/queries";
import { AddPasskey, RenamePasskey } from "./PasskeyDialogs";
import styles from "./Sessions.module.css";
import { passkeyQueries, useRemovePasskey } from "./usePasskeys";
import { canUsePasskeys } from "./webauthn";

/** The server stores no more. */
const MAX_PASSKEYS = 20;

/** The member's passkeys; nothing where the forum has none. */
export function Passkeys() {
  const id = useUser()?.id ?? 0;
  const query = useQuery(passkeyQueries.list(id));
  const { data: site } = useQuery(siteQueries.settings());
  const isOffered = site?.signIn.passkeys ?? false;
  if (!isOffered && !query.data?.length) return null;
  return (
    <Card as="section" aria-labelledby="passkeys">
      <h2 id="passkeys">{t`Passkeys`}</h2>
      <p className={styles.note}>
        <Trans>
          A passkey signs you in with the fingerprint, face or PIN of your device: without your
          password, and without a second step.
        </Trans>
      </p>
      <QueryBoundary query={query} failed={t`Couldn't load your passkeys. Try again.`}>
        {(passkeys) => (
          <>
            {passkeys.length > 0 && (
              <ul className={styles.sessions} aria-label={t`Passkeys`}>
                {passkeys.map((passkey) => (
                  <PasskeyRow key={passkey.id} passkey={passkey} />
                ))}
              </ul>
            )}
            {isOffered && <Add isFull={passkeys.length >= MAX_PASSKEYS} />}
          </>
        )}
      </QueryBoundary>
    </Card>
  );
}

function Add({ isFull }: { isFull: boolean }) {
  const [isOpen, setIsOpen] = useState(false);
  if (!canUsePasskeys())
    return (
      <p className={styles.note}>
        <Trans>This browser makes no passkeys at this address. Use a newer or another one.</Trans>
      </p>
    );
  if (isFull)
    return (
      <p className={styles.note}>
        <Trans>You have 20 passkeys. Remove one before adding another.</Trans>
      </p>
    );
  return (
    <div>
      <Button onClick={() => setIsOpen(true)}>{t`Add a passkey…`}</Button>
      {isOpen && <AddPasskey onClose={() => setIsOpen(false)} />}
    </div>
  );
}

function PasskeyRow({ passkey }: { passkey: Passkey }) {
  const { id, name, createdAt, lastUsedAt } = passkey;
  const [isRenamed, setIsRenamed] = useState(false);
  const { isPending, mutate } = useRemovePasskey();
  async function ask() {
    const note = t`It no longer signs you in. Delete it on your device, too.`;
    if (await confirm(t`Remove the passkey “${name}”?`, t`Remove`, "destructive", { note }))
      mutate(id);
  }
  return (
    <li className={styles.session}>
      <div className={styles.about}>
        <h3 className={styles.device}>
          <bdi>{name}</bdi>
        </h3>
        <p className={`${styles.details} ${styles.parts}`}>
          <span>
            <Trans>
              Added on <Time at={createdAt} exact />
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
      <div className={styles.parts}>
        <Button aria-label={t`Rename ${name}`} onClick={() => setIsRenamed(true)}>
          {t`Rename`}
        </Button>
        <Button
          aria-label={t`Remove ${name}`}
          aria-disabled={isPending}
          onClick={() => isPending || void ask()}
        >
          {t`Remove`}
        </Button>
      </div>
      {isRenamed && <RenamePasskey passkey={passkey} onClose={() => setIsRenamed(false)} />}
    </li>
  );
}
