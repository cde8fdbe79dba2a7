import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { api, call } from "../../api/client";
import { isAdmin, useUser } from "../../api/session";
import type { Forum } from "../../api/types";
import { paths } from "../../paths";
import { Button, ButtonLink } from "../../ui/Button";
import { confirmDeletion } from "../../ui/confirm";
import { notify, notifyFailure } from "../../ui/notify";
import { Tools } from "../../ui/Screen";
import { forumQueries } from "./queries";

/** What moderators and admins find at the head of a forum. */
export function ForumOwnerTools({ forum, onEdit }: { forum: Forum; onEdit: () => void }) {
  const admin = isAdmin(useUser());
  const remove = useDeleteForum(forum.id);
  const ask = async () => {
    if (await confirmDeletion("forum")) remove.mutate();
  };
  return (
    <Tools>
      <ButtonLink icon="shield" to={paths.promote(forum.id)}>
        Promote to Moderator
      </ButtonLink>
      <Button icon="edit" onClick={onEdit}>
        Edit
      </Button>
      {admin && (
        <Button look="danger" icon="bin" disabled={remove.isPending} onClick={() => void ask()}>
          Delete
        </Button>
      )}
    </Tools>
  );
}

function useDeleteForum(id: number) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: () => call(api.DELETE("/forums/{id}", { params: { path: { id } } })),
    async onSuccess() {
      await navigate(paths.forums);
      client.removeQueries({ queryKey: forumQueries.detail(id).queryKey });
      void client.invalidateQueries();
      notify({ message: `Forum ${id} was deleted.`, type: "success" });
    },
    onError: (error) => notifyFailure("The forum could not be deleted.", error),
  });
}
