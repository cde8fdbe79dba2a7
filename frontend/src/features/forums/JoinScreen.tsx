import { t } from "@lingui/core/macro";
import { Plural, Trans } from "@lingui/react/macro";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useSearchParams } from "react-router";
import { applyChange } from "../../api/changes";
import { api, unwrap } from "../../api/client";
import { notifyFailure } from "../../api/refusal";
import type { Invitation } from "../../api/types";
import { statusOf } from "../../error";
import { paths } from "../../paths";
import { ButtonLink } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { Form, FormActions } from "../../ui/Form";
import { Heading } from "../../ui/Heading";
import { notify } from "../../ui/notify";
import { RichText } from "../../ui/RichText";
import { Screen } from "../../ui/Screen";
import { ErrorState } from "../../ui/States";
import { VisibilityMark } from "../access/VisibilityMark";
import { Person } from "../members/Person";
import styles from "./JoinScreen.module.css";
import { forumQueries } from "./queries";

/** Shows the private forum of an invitation, and joins it. */
export function JoinScreen() {
  const navigate = useNavigate();
  const code = useSearchParams()[0].get("code") ?? "";
  const join = useJoin(code);
  const invited = useQuery({ ...forumQueries.invitation(code), enabled: code !== "" });
  const isEnded = !code || [join.error, invited.error].some((error) => statusOf(error) === 404);
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
          {invited.data && <Invited to={invited.data} />}
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

/** The forum, and who invites to it. */
function Invited({ to }: { to: Invitation }) {
  const { topic, description_html: description, members, by } = to;
  const maker = by && <Person name={by} />;
  return (
    <>
      <h2 className={styles.topic}>
        <bdi>{topic}</bdi> <VisibilityMark of="private" />
      </h2>
      {description && <RichText html={description} text="" />}
      <p className={styles.facts}>
        {members > 0 && (
          <>
            <Plural value={members} one="# member" other="# members" />
            {" · "}
          </>
        )}
        {maker && <Trans>{maker} invites you</Trans>}
      </p>
    </>
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
