import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import { keys } from "../../api/queryKeys";
import { notifyFailure } from "../../api/refusal";
import { Button } from "../../ui/Button";
import { confirm } from "../../ui/confirm";
import { Form, FormActions } from "../../ui/Form";
import { notify } from "../../ui/notify";
import { Select } from "../../ui/Select";
import { InviteLink } from "../site/InviteLink";
import { InviteList } from "../site/InviteList";
import styles from "./ForumMembers.module.css";

/** Makes links to join a private forum, each shown once, and ends one or all. */
export function ForumInvites({ forumId }: { forumId: number }) {
  const params = { path: { id: forumId } };
  const client = useQueryClient();
  const refetch = () => client.invalidateQueries({ queryKey: keys.invites });
  const invite = useMutation({
    mutationFn: (days: number) =>
      unwrap(api.POST("/api/forums/{id}/invites", { params, body: { days } })),
    onSuccess: refetch,
    onError: (error) => notifyFailure(t`Couldn't create an invitation. Try again.`, error),
  });
  const ending = useMutation({
    mutationFn: () => unwrap(api.DELETE("/api/forums/{id}/invites", { params })),
    onSuccess() {
      invite.reset();
      void refetch();
      notify({ message: t`All invitations to this forum have ended.`, type: "success" });
    },
    onError: (error) => notifyFailure(t`Couldn't end the invitations. Try again.`, error),
  });
  const end = async () => {
    const text = t`End all invitations to this forum?`;
    const note = t`Nobody can join with the links that were sent. Members stay.`;
    if (ending.isPending) return;
    if (await confirm(text, t`End all`, "destructive", { note })) ending.mutate();
  };
  return (
    <section className={styles.section} aria-labelledby="forum-invites">
      <h2 id="forum-invites">{t`Invite with a link`}</h2>
      <p>
        <Trans>Anyone who is signed in can join with this link until it expires.</Trans>
      </p>
      <Form
        isPending={invite.isPending}
        onSubmit={(data) => invite.mutate(Number(data.get("days")))}
      >
        <Select label={t`Ends after`} name="days" defaultValue="7">
          {[1, 7, 14, 30].map((days) => (
            <option key={days} value={days}>
              {plural(days, { one: "# day", other: "# days" })}
            </option>
          ))}
        </Select>
        <FormActions submit={t`Create invitation`}>
          <Button variant="ghost" onClick={() => void end()}>
            {t`End all invitations`}
          </Button>
        </FormActions>
      </Form>
      {invite.data && <InviteLink {...invite.data} />}
      <InviteList
        forumId={forumId}
        onRevoked={({ until }) => until === invite.data?.until && invite.reset()}
      />
    </section>
  );
}
