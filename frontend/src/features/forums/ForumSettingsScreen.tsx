import { t } from "@lingui/core/macro";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useParams } from "react-router";
import { api, unwrap } from "../../api/client";
import { fieldErrors } from "../../api/error";
import { useModerates } from "../../api/session";
import type { Forum, ForumRules, WriteForumRules } from "../../api/types";
import { parseId, paths } from "../../paths";
import { Card } from "../../ui/Card";
import { Composer } from "../../ui/composer/Composer";
import { isLoadError, LoadError, NotFound } from "../../ui/ErrorPage";
import { Checkbox, TextField } from "../../ui/fields";
import { Form, FormActions } from "../../ui/Form";
import { forumRules } from "../../ui/forumRules";
import { Heading } from "../../ui/Heading";
import { notify, notifyFailure } from "../../ui/notify";
import { Screen } from "../../ui/Screen";
import { TextArea } from "../../ui/TextArea";
import { ErrorState, Loading, QueryBoundary } from "../../ui/States";
import { forumQueries } from "./queries";

const FAILED = "Oops, it looks like this forum couldn't load";
const MAX_RULES = 10_000;

/** What moderators ask of those who write in the forum. */
export function ForumSettingsScreen() {
  const id = parseId(useParams().id);
  return id ? <Settings id={id} /> : <NotFound text={FAILED} />;
}

function Settings({ id }: { id: number }) {
  const forum = useQuery(forumQueries.detail(id));
  const moderates = useModerates(id);
  if (isLoadError(forum)) return <LoadError query={forum} text={FAILED} />;
  return (
    <Screen>
      {forum.data ? (
        <>
          <Heading title={t`Rules of ${forum.data.topic}`}>{t`Forum rules`}</Heading>
          <p>
            <Link to={paths.forum(id)} dir="auto">
              {forum.data.topic}
            </Link>
          </p>
          {moderates ? (
            <Rules forum={forum.data} />
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

function RulesForm({ forumId, stored }: { forumId: number; stored: ForumRules }) {
  const save = useSaveRules(forumId);
  const errors = fieldErrors(save.error);
  const [rules, setRules] = useState(stored.rules);

  function submit(data: FormData) {
    const words = String(data.get("blockedWords")).split("\n");
    save.mutate({
      rules: rules.trim(),
      blockedWords: words.map((word) => word.trim()).filter((word) => word !== ""),
      holdLinksOfNew: data.has("holdLinksOfNew"),
      minAccountAgeHours: Number(data.get("minAccountAgeHours")),
    });
  }

  return (
    <Card>
      <Form onSubmit={submit} isPending={save.isPending}>
        <Composer
          label={t`Rules`}
          value={rules}
          rows={8}
          maxLength={MAX_RULES}
          error={errors.rules}
          onText={setRules}
        />
        <TextArea
          label={t`Blocked words`}
          name="blockedWords"
          rows={5}
          dir="auto"
          defaultValue={stored.blockedWords?.join("\n")}
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
          defaultValue={stored.minAccountAgeHours ?? 0}
          error={errors.minAccountAgeHours}
          hint={t`Accounts younger than this can't post or reply. 0 means no minimum.`}
        />
        <Checkbox
          label={t`Hold posts and replies with links by new members`}
          name="holdLinksOfNew"
          defaultChecked={stored.holdLinksOfNew ?? false}
          hint={t`Posts and replies with links by members who joined less than 7 days ago wait until a moderator approves them.`}
        />
        <FormActions submit={t`Save`} cancelTo={paths.forum(forumId)} />
      </Form>
    </Card>
  );
}

function useSaveRules(forumId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: WriteForumRules) =>
      unwrap(api.PUT("/api/forums/{id}/rules", { params: { path: { id: forumId } }, body })),
    onSuccess(rules) {
      client.setQueryData(forumRules(forumId).queryKey, rules);
      notify({ message: t`Rules saved.`, type: "success" });
    },
    onError: (error) => notifyFailure(t`Couldn't save the rules. Try again.`, error),
  });
}
