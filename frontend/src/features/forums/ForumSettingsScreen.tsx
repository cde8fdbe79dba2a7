import { t } from "@lingui/core/macro";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate, useParams } from "react-router";
import { applyChange } from "../../api/changes";
import { api, unwrap } from "../../api/client";
import { keys } from "../../api/queryKeys";
import { notifyFailure, textIsKept } from "../../api/refusal";
import { useModerates, useUser } from "../../api/session";
import type { Forum, ForumRules, WriteForumRules } from "../../api/types";
import { fieldErrors } from "../../error";
import { parseId, paths } from "../../paths";
import { ButtonLink } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { isLoadError, LoadError, NotFound } from "../access/ErrorPage";
import { Checkbox, TextField } from "../../ui/fields";
import { Form, FormActions } from "../../ui/Form";
import { Heading } from "../../ui/Heading";
import { notify } from "../../ui/notify";
import { Screen, Toolbar } from "../../ui/Screen";
import { TextArea } from "../../ui/TextArea";
import { ErrorState, Loading, QueryBoundary } from "../../ui/States";
import { VisibilityMark } from "../access/VisibilityMark";
import { Composer } from "../composer/Composer";
import { DraftNotice } from "../drafts/DraftNotice";
import { confirmDiscard, useDraft } from "../drafts/useDraft";
import { forumRules } from "../rules/forumRules";
import { forumQueries } from "./queries";

const MAX_RULES = 10_000;

/** The rules of a forum and the settings that the server enforces. */
export function ForumSettingsScreen() {
  const id = parseId(useParams().id);
  return id ? (
    <Settings id={id} />
  ) : (
    <NotFound text={t`Oops, it looks like this forum couldn't load`} />
  );
}

function Settings({ id }: { id: number }) {
  const forum = useQuery(forumQueries.detail(id));
  const moderates = useModerates(id);
  if (isLoadError(forum))
    return <LoadError query={forum} text={t`Oops, it looks like this forum couldn't load`} />;
  return (
    <Screen>
      {forum.data ? (
        <>
          <Heading title={t`Rules of ${forum.data.topic}`}>{t`Forum rules`}</Heading>
          <p>
            <Link to={paths.forum(id)} dir="auto">
              {forum.data.topic}
            </Link>{" "}
            <VisibilityMark of={forum.data.visibility} />
          </p>
          {moderates ? (
            <>
              <Toolbar>
                <ButtonLink icon="shield" to={paths.forumQueue(id)}>
                  {t`Reports and posts awaiting approval`}
                </ButtonLink>
                <ButtonLink to={paths.forumWebhooks(id)}>{t`Webhooks`}</ButtonLink>
              </Toolbar>
              <Rules forum={forum.data} />
            </>
          ) : (
            <ErrorState text={t`Only moderators of this forum can change its rules.`} />
          )}
        </>
      ) : (
        <Loading />
      )}
    </Screen>
  );
}

function Rules({ forum }: { forum: Forum }) {
  const query = useQuery(forumRules(forum.id));
  return (
    <QueryBoundary query={query} failed={t`Couldn't load the rules. Try again.`}>
      {(rules) => <RulesForm forumId={forum.id} stored={rules} />}
    </QueryBoundary>
  );
}

/** The values of a checkbox as a draft. */
const ON = "on";
const OFF = "off";

/** Leaving without Cancel keeps the texts as drafts. */
function RulesForm({ forumId, stored }: { forumId: number; stored: ForumRules }) {
  const navigate = useNavigate();
  const save = useSaveRules(forumId);
  const errors = fieldErrors(save.error);
  const { rules, words, hours, holds, clearSent } = useRulesDraft(forumId, stored);
  const drafts = [rules, words, hours, holds];

  function submit() {
    const lines = words.text.split("\n").map((word) => word.trim());
    const body = {
      rules: rules.text.trim(),
      blockedWords: lines.filter((word) => word !== ""),
      holdLinksOfNew: holds.text === ON,
      minAccountAgeHours: Number(hours.text),
    };
    save.mutateAsync(body).then(clearSent, () => undefined);
  }
  async function cancel() {
    if (await confirmDiscard(...drafts)) await navigate(paths.forum(forumId));
  }

  return (
    <Card>
      <Form onSubmit={submit} isPending={save.isPending}>
        <DraftNotice drafts={drafts} />
        <Composer
          label={t`Rules`}
          value={rules.text}
          rows={8}
          maxLength={MAX_RULES}
          error={errors.rules}
          onText={rules.setText}
        />
        <TextArea
          label={t`Blocked words`}
          rows={5}
          dir="auto"
          value={words.text}
          onChange={(event) => words.setText(event.target.value)}
          error={errors.blockedWords}
          hint={t`One word or phrase per line. Posts and replies that contain one are rejected; moderators are exempt.`}
        />
        <TextField
          label={t`Minimum age of an account, in hours`}
          name="minAccountAgeHours"
          type="number"
          min={0}
          max={8760}
          required
          value={hours.text}
          onChange={({ target }) => hours.setText(target.value)}
          error={errors.minAccountAgeHours}
          hint={t`Accounts younger than this can't post or reply. 0 means no minimum.`}
        />
        <Checkbox
          label={t`Hold posts and replies with links by new members`}
          name="holdLinksOfNew"
          checked={holds.text === ON}
          onChange={({ target }) => holds.setText(target.checked ? ON : OFF)}
          hint={t`Posts and replies with links by members who joined less than 7 days ago wait until a moderator approves them.`}
        />
        <FormActions submit={t`Save`} onCancel={() => void cancel()} />
      </Form>
    </Card>
  );
}

function useRulesDraft(forumId: number, stored: ForumRules) {
  const key = `${useUser()?.id}:rules-${forumId}`;
  const rules = useDraft(`${key}:rules`, stored.rules);
  const words = useDraft(`${key}:words`, stored.blockedWords?.join("\n"));
  const hours = useDraft(`${key}:hours`, String(stored.minAccountAgeHours ?? 0));
  const holds = useDraft(`${key}:holds`, stored.holdLinksOfNew ? ON : OFF);
  const clearSent = () => {
    for (const draft of [rules, words, hours, holds]) draft.clearSent(draft.text);
  };
  return { rules, words, hours, holds, clearSent };
}

function useSaveRules(forumId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: WriteForumRules) =>
      unwrap(api.PUT("/api/forums/{id}/rules", { params: { path: { id: forumId } }, body })),
    onSuccess(rules) {
      void applyChange(client, "replaced", { queryKey: keys.rules(forumId), answer: rules });
      notify({ message: t`Rules saved.`, type: "success" });
    },
    onError: (error) => notifyFailure(t`Couldn't save the rules. Try again.`, error, textIsKept()),
  });
}
