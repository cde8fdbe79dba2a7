import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useNavigate, useParams } from "react-router";
import { api, call } from "../../api/client";
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
        onSend={(text, onSuccess) =>
          forumId ? create.mutate(text, { onSuccess }) : notify(INVALID)
        }
      />
    </Screen>
  );
}

function useCreatePost(forumId = 0) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const author = useUser()?.username ?? "";
  return useMutation({
    mutationFn: (text: PostText) =>
      call(
        api.POST("/api/forum/{id}/posts", {
          params: { path: { id: forumId } },
          body: { ...text, author, forumId },
        }),
      ),
    onSuccess(post) {
      client.setQueryData(postQueries.detail(post.id).queryKey, post);
      void client.invalidateQueries({ queryKey: postQueries.keys.lists });
      void navigate(paths.post(post.id), { replace: true });
    },
    onError(error) {
      const status = statusOf(error);
      const why = status ? `Status: ${status}` : "Please check your network connection.";
      notifyFailure(`Failed to create post. ${why}`, error);
    },
  });
}
