import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useParams } from "react-router";
import { applyChange } from "../../api/changes";
import { api, unwrap } from "../../api/client";
import { notifyFailure, textIsKept } from "../../api/refusal";
import { useUser } from "../../api/session";
import { showPost } from "../../api/showPost";
import type { Post } from "../../api/types";
import { fieldErrors } from "../../error";
import { parseId, paths } from "../../paths";
import { ButtonLink } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { Heading } from "../../ui/Heading";
import { isLoadError, LoadError, NotFound } from "../access/ErrorPage";
import { Screen } from "../../ui/Screen";
import { Loading } from "../../ui/States";
import { ReadersNote } from "../access/ReadersNote";
import { ForumBanNotice } from "../bans/ForumBanNotice";
import { useOwnBan } from "../bans/ownBans";
import { KeptPost } from "../drafts/KeptText";
import { PostForm, type PostText } from "./PostForm";
import { postQueries } from "./queries";
import { useIsLocked } from "./useIsLocked";

export function EditPostScreen() {
  const id = parseId(useParams().post);
  return id ? <Edit id={id} /> : <NotFound text={t`Oops, it looks like this post couldn't load`} />;
}

function Edit({ id }: { id: number }) {
  const query = useQuery(postQueries.detail(id));
  if (isLoadError(query))
    return <LoadError query={query} text={t`Oops, it looks like this post couldn't load`} />;
  return (
    <Screen>
      <Heading>{t`Edit Post`}</Heading>
      {query.data ? <EditPost post={query.data} /> : <Loading />}
    </Screen>
  );
}

function EditPost({ post }: { post: Post }) {
  const user = useUser();
  const navigate = useNavigate();
  const edit = useEditPost(post.id);
  const ban = useOwnBan(post.forum_id);
  const isLocked = useIsLocked(post);
  const draftKey = `${user?.id}:post-${post.id}`;
  if (user?.username !== post.creator_username)
    return <Refused id={post.id}>{t`Only the author can edit a post.`}</Refused>;
  if (ban)
    return (
      <>
        <ForumBanNotice ban={ban} />
        <KeptPost draftKey={draftKey} />
        <BackToPost id={post.id} />
      </>
    );
  if (isLocked)
    return (
      <>
        <Refused id={post.id}>
          {t`This post is locked: only moderators can write and vote in it.`}
        </Refused>
        <KeptPost draftKey={draftKey} />
      </>
    );
  const { title, description, image, imageDescription = "" } = post;
  return (
    <>
      <ReadersNote visibility={post.forum_visibility} topic={post.forum_topic} />
      <PostForm
        draft={{ key: `post-${post.id}`, to: paths.editPost(post.id), about: title }}
        initial={{ title, description, image: image ?? "", imageDescription }}
        errors={fieldErrors(edit.error)}
        busy={edit.isPending}
        onSend={edit.mutateAsync}
        onCancel={() => void navigate(paths.post(post.id))}
      />
    </>
  );
}

/** Shown instead of a form that the server would refuse. */
function Refused({ id, children }: { id: number; children: string }) {
  return (
    <Card>
      <p>{children}</p>
      <BackToPost id={id} />
    </Card>
  );
}

function BackToPost({ id }: { id: number }) {
  return (
    <div>
      <ButtonLink icon="back" to={paths.post(id)}>
        <Trans>Back to the post</Trans>
      </ButtonLink>
    </div>
  );
}

function useEditPost(id: number) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (body: PostText) =>
      unwrap(api.POST("/api/posts/{id}", { params: { path: { id } }, body })),
    onSuccess(post) {
      void applyChange(client, "postEdited", post, () => showPost(client, post));
      void navigate(paths.post(id), { replace: true });
    },
    onError: (error) => notifyFailure(t`Couldn't change the post. Try again.`, error, textIsKept()),
  });
}
