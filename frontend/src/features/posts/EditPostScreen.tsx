import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useParams } from "react-router";
import { api, call } from "../../api/client";
import { failureText, fieldErrors } from "../../api/error";
import { patchEverywhere } from "../../api/queryClient";
import { useUser } from "../../api/session";
import type { Post } from "../../api/types";
import { parseId, paths } from "../../paths";
import { Heading } from "../../ui/Heading";
import { Missing } from "../../ui/Missing";
import { notifyFailure } from "../../ui/notify";
import { Screen } from "../../ui/Screen";
import { Loading } from "../../ui/States";
import { isUnavailable, Unavailable } from "../../ui/Unavailable";
import { PostForm, type PostText } from "./PostForm";
import { postQueries } from "./queries";

const FAILED = "Oops, it looks like this post couldn't load";

export function EditPostScreen() {
  const id = parseId(useParams().post);
  return id ? <Edit id={id} /> : <Missing text={FAILED} />;
}

function Edit({ id }: { id: number }) {
  const query = useQuery(postQueries.detail(id));
  if (isUnavailable(query)) return <Unavailable query={query} text={FAILED} />;
  return (
    <Screen>
      <Heading>Edit Post</Heading>
      {query.data ? <EditPost post={query.data} /> : <Loading />}
    </Screen>
  );
}

function EditPost({ post }: { post: Post }) {
  const user = useUser();
  const edit = useEditPost(post.id);
  const { title, description, image } = post;
  return (
    <PostForm
      draft={`${user?.id}:post-${post.id}`}
      initial={{ title, description, image: image ?? "" }}
      errors={fieldErrors(edit.error)}
      busy={edit.isPending}
      onSend={edit.mutateAsync}
    />
  );
}

function useEditPost(id: number) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (body: PostText) =>
      call(api.POST("/api/posts/{id}", { params: { path: { id } }, body })),
    onSuccess(post) {
      patchEverywhere<Post>(client, postQueries.keys.all, id, () => post);
      void navigate(paths.post(id), { replace: true });
    },
    onError: (error) =>
      notifyFailure(
        failureText(error, (text) => text),
        error,
      ),
  });
}
