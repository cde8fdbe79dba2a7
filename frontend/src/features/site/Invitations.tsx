import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import { keys } from "../../api/queryKeys";
import { notifyFailure } from "../../api/refusal";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { InviteLink } from "./InviteLink";
import { InviteList } from "./InviteList";
import styles from "./Invitations.module.css";

/** Creates invitation links, each shown once, and revokes them. */
export function Invitations({ registration }: { registration: string }) {
  const client = useQueryClient();
  const invite = useMutation({
    mutationFn: () => unwrap(api.POST("/api/invites")),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.invites }),
    onError: (error) => notifyFailure(t`Couldn't create an invitation. Try again.`, error),
  });
  return (
    <Card as="section" className={styles.invitations} aria-labelledby="invitations">
      <h2 id="invitations">{t`Invitations`}</h2>
      <p>
        <Trans>
          Anyone with the link can sign up. It is valid for seven days and can be used any number of
          times.
        </Trans>
      </p>
      {registration === "closed" && (
        <p>
          <Trans>Invitation links don't work until you reopen registration.</Trans>
        </p>
      )}
      {invite.data && <InviteLink {...invite.data} />}
      <div>
        <Button
          aria-disabled={invite.isPending}
          onClick={() => invite.isPending || invite.mutate()}
        >
          {t`Create invitation`}
        </Button>
      </div>
      <InviteList onRevoked={({ until }) => until === invite.data?.until && invite.reset()} />
    </Card>
  );
}
