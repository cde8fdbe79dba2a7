import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import { keys, moderationKeys } from "../../api/queryKeys";
import { notifyFailure } from "../../api/refusal";
import type { MadeInvite } from "../../api/types";
import { Button } from "../../ui/Button";
import { confirm } from "../../ui/confirm";
import { List } from "../../ui/List";
import { notify } from "../../ui/notify";
import { Time } from "../../ui/Time";
import { Person } from "../members/Person";
import styles from "./Invitations.module.css";
import { siteQueries } from "./queries";

type Props = {
  /** The forum whose members are invited; without it the invitations are to the site. */
  forumId?: number;
  /** Called after the end of an invitation, whose link may still be shown. */
  onRevoked: (invite: MadeInvite) => void;
};

/** The open invitations to register, or to a forum: who made them, until when they are valid, and an end to each. */
export function InviteList({ forumId, onRevoked }: Props) {
  const query = useInfiniteQuery(siteQueries.invites(forumId));
  const { mutate, isPending } = useRevocation(forumId);
  const revoke = async (invite: MadeInvite) => {
    const note = t`Nobody can use its link anymore.`;
    if (isPending) return;
    if (await confirm(t`Revoke this invitation?`, t`Revoke`, "destructive", { note }))
      mutate(invite.id, { onSuccess: () => onRevoked(invite) });
  };
  return (
    <section className={styles.open} aria-labelledby="open-invitations">
      <h3 id="open-invitations">{t`Open invitations`}</h3>
      <List
        query={query}
        label={t`Open invitations`}
        failed={t`Couldn't load the invitations. Try again.`}
        empty={<p className={styles.meta}>{t`No open invitations.`}</p>}
      >
        {(invite) => <InviteRow invite={invite} onRevoke={() => void revoke(invite)} />}
      </List>
    </section>
  );
}

function InviteRow({
  invite: { by, until },
  onRevoke,
}: {
  invite: MadeInvite;
  onRevoke: () => void;
}) {
  const moderator = by && <Person name={by} />;
  return (
    <div className={styles.row}>
      <p>
        <Trans>
          Valid until <Time at={until} exact />
        </Trans>
        {moderator && (
          <span className={styles.meta}>
            {" · "}
            <Trans>by {moderator}</Trans>
          </span>
        )}
      </p>
      <Button variant="ghost" onClick={onRevoke}>
        {t`Revoke`}
      </Button>
    </div>
  );
}

function useRevocation(forumId: number | undefined) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (inviteId: number) =>
      unwrap(
        forumId
          ? api.DELETE("/api/forums/{id}/invites/{inviteId}", {
              params: { path: { id: forumId, inviteId } },
            })
          : api.DELETE("/api/invites/{id}", { params: { path: { id: inviteId } } }),
      ),
    onSuccess: () => notify({ message: t`Invitation revoked.`, type: "success" }),
    onError: (error) => notifyFailure(t`Couldn't revoke the invitation.`, error),
    // It may have ended meanwhile, and the log has a new entry.
    onSettled() {
      void client.invalidateQueries({ queryKey: moderationKeys.logs });
      return client.invalidateQueries({ queryKey: keys.invites });
    },
  });
}
