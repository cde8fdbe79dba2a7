import { t } from "@lingui/core/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { applyChange } from "../../api/changes";
import { api, unwrap } from "../../api/client";
import { notifyFailure, textIsKept } from "../../api/refusal";
import type { Forum } from "../../api/types";
import { paths } from "../../paths";
import { notify } from "../../ui/notify";
import { confirmVisibility } from "./confirmVisibility";
import { ForumForm, type ForumText } from "./ForumForm";

export function EditForum({ forum, onClose }: { forum: Forum; onClose: () => void }) {
  const edit = useEditForum(forum.id, onClose);
  return (
    <ForumForm
      draft={{ key: `forum-${forum.id}`, to: paths.forum(forum.id), about: forum.topic }}
      initial={forum}
      error={edit.error}
      busy={edit.isPending}
      onAsk={({ visibility }) => confirmVisibility(forum, visibility)}
      onSend={edit.mutateAsync}
      onCancel={onClose}
    />
  );
}

function useEditForum(id: number, onClose: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: ForumText) =>
      unwrap(api.POST("/forums/{id}", { params: { path: { id } }, body })),
    onSuccess(forum) {
      void applyChange(client, "forumEdited", forum);
      notify({ message: t`Forum updated.`, type: "success" });
      onClose();
    },
    onError: (error) =>
      notifyFailure(t`Couldn't update the forum. Try again.`, error, textIsKept()),
  });
}
