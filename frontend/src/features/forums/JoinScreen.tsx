import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useSearchParams } from "react-router";
import { applyChange } from "../../api/changes";
import { api, unwrap } from "../../api/client";
import { notifyFailure } from "../../api/refusal";
import { statusOf } from "../../error";
import { paths } from "../../paths";
import { ButtonLink } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { Form, FormActions } from "../../ui/Form";
import { Heading } from "../../ui/Heading";
import { notify } from "../../ui/notify";
import { Screen } from "../../ui/Screen";
import { ErrorState } from "../../ui/States";

/** Joins the private forum of an invitation. Which one it is shows only to its members. */
export function JoinScreen() {
  const navigate = useNavigate();
  const code = useSearchParams()[0].get("code") ?? "";
  const join = useJoin(code);
  const isEnded = !code || statusOf(join.error) === 404;
  return (
    <Screen width="narrow">
      <Heading>{t`Join a private forum`}</Heading>
      {isEnded ? (
        <>
          <ErrorState
            text={t`This invitation has ended or is unknown.`}
            reason={t`Ask whoever sent it to you for a new one.`}
          />
          <div>
            <ButtonLink icon="forums" to={paths.forums}>
              {t`Forums`}
            </ButtonLink>
          </div>
        </>
      ) : (
        <Card>
          <p>
            <Trans>
              You are invited to a forum that only its members can read. If you join, you can read
              everything in it and write there.
            </Trans>
          </p>
          <p>
            <Trans>
              Its other members see that you are one of them. You can leave at any time.
            </Trans>
          </p>
          <Form isPending={join.isPending} onSubmit={() => join.mutate()}>
            <FormActions submit={t`Join`} onCancel={() => void navigate(paths.forums)} />
          </Form>
        </Card>
      )}
    </Screen>
  );
}

function useJoin(code: string) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: () => unwrap(api.POST("/api/forums/join", { body: { code } })),
    async onSuccess(forum) {
      void applyChange(client, "forumJoined", forum);
      await navigate(paths.forum(forum.id), { replace: true });
      notify({ message: t`You are a member of ${forum.topic} now.`, type: "success" });
    },
    onError(error) {
      if (statusOf(error) !== 404) notifyFailure(t`Couldn't join the forum.`, error);
    },
  });
}
