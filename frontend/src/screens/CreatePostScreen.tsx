import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { Link, useNavigate, useParams } from "react-router";
import { notifyFailure, textIsKept } from "../api/refusal";
import { useUser } from "../api/session";
import type { Forum } from "../api/types";
import { fieldErrors, statusOf } from "../error";
import { parseId, paths } from "../paths";
import { ButtonLink } from "../ui/Button";
import { Heading } from "../ui/Heading";
import { notify } from "../ui/notify";
import { Screen } from "../ui/Screen";
import { LoadError } from "../features/access/ErrorPage";
import { ReadersNote } from "../features/access/ReadersNote";
import { VisibilityMark } from "../features/access/VisibilityMark";
import { ForumBanNotice } from "../features/bans/ForumBanNotice";
import { useOwnBan } from "../features/bans/ownBans";
import type { DraftForm } from "../features/drafts/draftForm";
import { KeptPost } from "../features/drafts/KeptText";
import { sendOrWait } from "../features/drafts/outbox";
import { forumQueries } from "../features/forums/queries";
import { RulesNote } from "../features/rules/RulesNote";
import { createPost } from "../features/posts/createPost";
import { PostForm, type PostText } from "../features/posts/PostForm";
import styles from "./CreatePostScreen.module.css";

export function CreatePostScreen() {
  const forumId = parseId(useParams().id);
  const navigate = useNavigate();
  const ban = useOwnBan(forumId ?? 0);
  const forum = useQuery({ ...forumQueries.detail(forumId ?? 0), enabled: forumId !== undefined });
  const form = { key: `post-in-${forumId}`, to: paths.createPost(forumId ?? 0), about: "" };
  const create = useCreatePost(forumId, form);
  const user = useUser();
  useEffect(() => {
    if (!forumId) notify(t`invalid forum ID.`);
  }, [forumId]);
  // A text that was begun stays in its form.
  if (forum.isLoadingError && statusOf(forum.error) === 404)
    return <LoadError query={forum} text={t`Oops, it looks like this forum couldn't load`} />;
  return (
    <Screen>
      <div>
        <Heading>{t`Create a Post`}</Heading>
        {forumId && <Place of={forum.data} />}
      </div>
      {ban ? (
        <>
          <ForumBanNotice ban={ban} />
          <KeptPost draftKey={`${user?.id}:post-in-${forumId}`} />
          <div>
            <ButtonLink icon="back" to={paths.forum(ban.forum.id)}>
              <Trans>Back to the forum</Trans>
            </ButtonLink>
          </div>
        </>
      ) : (
        <>
          {forumId && <RulesNote forumId={forumId} />}
          <PostForm
            draft={form}
            errors={fieldErrors(create.error)}
            busy={create.isPending}
            onSend={create.mutateAsync}
            onCancel={() => void navigate(forumId ? paths.forum(forumId) : paths.forums)}
          />
        </>
      )}
    </Screen>
  );
}

/** The forum that the post goes to, with a way to another one. */
function Place({ of }: { of: Forum | undefined }) {
  const forum = of && (
    <Link to={paths.forum(of.id)} dir="auto">
      {of.topic}
    </Link>
  );
  return (
    <>
      <p className={styles.place}>
        {of && (
          <>
            <span>
              <Trans>In {forum}</Trans> <VisibilityMark of={of.visibility} />
            </span>
            <Link to={paths.newPost(of.id)}>{t`Choose another forum`}</Link>
          </>
        )}
      </p>
      {of && <ReadersNote visibility={of.visibility} topic={of.topic} />}
    </>
  );
}

/** A post that waits for the server is among the drafts meanwhile. */
function useCreatePost(forumId: number | undefined, form: Omit<DraftForm, "userId" | "fields">) {
  const navigate = useNavigate();
  const unreachable = t`Failed to create post. Please check your network connection.`;
  return useMutation({
    mutationFn: async (text: PostText) => {
      if (!forumId) throw new RangeError("invalid forum ID.");
      const waiting = { form, texts: text, say: unreachable };
      return await sendOrWait(() => createPost(forumId, text), waiting);
    },
    onSuccess(post) {
      if (!post) return void navigate(paths.drafts);
      if (post.held)
        notify({ message: t`Your post is awaiting moderator approval.`, type: "success" });
      void navigate(paths.post(post.id), { replace: true });
    },
    onError(error) {
      if (!forumId) return notify(t`invalid forum ID.`);
      const status = statusOf(error);
      const text = status ? t`Failed to create post. Status: ${status}` : unreachable;
      notifyFailure(text, error, textIsKept());
    },
  });
}
