import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useNavigate, useParams } from "react-router";
import { api, unwrap } from "../../api/client";
import { fieldErrors, statusOf } from "../../api/error";
import { useUser } from "../../api/session";
import { parseId, paths } from "../../paths";
import { Heading } from "../../ui/Heading";
import { notify, notifyFailure } from "../../ui/notify";
import { Screen } from "../../ui/Screen";
import { PostForm, type PostText } from "./PostForm";
import { postQueries } from "./queries";

const INVALID = "invalid forum ID.";

export function CreatePostScreen() {
  const forumId = parseId(useParams().id);
  const user = useUser();
  const create = useCreatePost(forumId);
  useEffect(() => {
    if (!forumId) notify(INVALID);
  }, [forumId]);
  return (
    <Screen>
      <Heading>Create a Post</Heading>
      <PostForm
        draft={`${user?.id}:post-in-${forumId}`}
        errors={fieldErrors(create.error)}
        busy={create.isPending}
        onSend={create.mutateAsync}
      />
    </Screen>
  );
}

function useCreatePost(forumId: number | undefined) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const author = useUser()?.username ?? "";
  return useMutation({
    mutationFn: async (text: PostText) => {
      if (!forumId) throw new RangeError(INVALID);
      const params = { path: { id: forumId } };
      const body = { ...text, author, forumId };
      return await unwrap(api.POST("/api/forum/{id}/posts", { params, body }));
    },
    onSuccess(post) {
      client.setQueryData(postQueries.detail(post.id).queryKey, post);
      void client.invalidateQueries({ queryKey: postQueries.keys.lists });
      void navigate(paths.post(post.id), { replace: true });
    },
    onError(error) {
      if (!forumId) return notify(INVALID);
      const status = statusOf(error);
      const why = status ? `Status: ${status}` : "Please check your network connection.";
      notifyFailure(`Failed to create post. ${why}`, error);
    },
  });
}
