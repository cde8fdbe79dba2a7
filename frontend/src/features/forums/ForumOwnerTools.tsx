import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { api, unwrap } from "../../api/client";
import { isAdmin, useUser } from "../../api/session";
import type { Forum } from "../../api/types";
import { paths } from "../../paths";
import { Button, ButtonLink } from "../../ui/Button";
import { confirmDeletion } from "../../ui/confirm";
import { notify, notifyFailure } from "../../ui/notify";
import { Toolbar } from "../../ui/Screen";
import { forumQueries } from "./queries";

/** What moderators and admins find at the head of a forum. */
export function ForumOwnerTools({ forum, onEdit }: { forum: Forum; onEdit: () => void }) {
  const admin = isAdmin(useUser());
  const remove = useDeleteForum(forum.id);
  const ask = async () => {
    if (await confirmDeletion("forum")) remove.mutate();
  };
  return (
    <Toolbar>
      <ButtonLink icon="shield" to={paths.promote(forum.id)}>
        Promote to Moderator
      </ButtonLink>
      <Button icon="edit" onClick={onEdit}>
        Edit
      </Button>
      {admin && (
        <Button variant="danger" icon="bin" disabled={remove.isPending} onClick={() => void ask()}>
          Delete
        </Button>
      )}
    </Toolbar>
  );
}

function useDeleteForum(id: number) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: () => unwrap(api.DELETE("/forums/{id}", { params: { path: { id } } })),
    async onSuccess() {
      await navigate(paths.forums);
      client.removeQueries({ queryKey: forumQueries.detail(id).queryKey });
      void client.invalidateQueries();
      notify({ message: `Forum ${id} was deleted.`, type: "success" });
    },
    onError: (error) => notifyFailure("The forum could not be deleted.", error),
  });
}
