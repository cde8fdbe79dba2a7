import { t } from "@lingui/core/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { applyChange } from "../../api/changes";
import { api, unwrap } from "../../api/client";
import { notifyFailure } from "../../api/refusal";
import { isAdmin, useUser } from "../../api/session";
import type { Forum } from "../../api/types";
import { paths } from "../../paths";
import type { Confirmed } from "../../ui/confirm";
import { MenuItem, MenuLink } from "../../ui/Menu";
import { notify } from "../../ui/notify";
import { confirmDeletion } from "../reasons/confirmations";

/** What moderators and admins find in the menu of a forum. */
export function ModeratorItems({ forum, onEdit }: { forum: Forum; onEdit: () => void }) {
  const user = useUser();
  const admin = isAdmin(user);
  const ask = useDeleteForum(forum.id, forum.author === user?.username);
  return (
    <>
      <MenuItem icon="edit" onSelect={onEdit}>{t`Edit`}</MenuItem>
      <MenuLink icon="shield" to={paths.members(forum.id)}>{t`Members and bans`}</MenuLink>
      <MenuLink icon="check" to={paths.forumSettings(forum.id)}>{t`Rules`}</MenuLink>
      {admin && (
        <MenuItem icon="bin" danger onSelect={() => void ask()}>
          {t`Delete`}
        </MenuItem>
      )}
    </>
  );
}

function useDeleteForum(id: number, isOwn: boolean) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (query: Confirmed) =>
      unwrap(api.DELETE("/forums/{id}", { params: { path: { id }, query } })),
    onError: (error) => notifyFailure(t`Couldn't delete the forum. Try again.`, error),
  });
  return async () => {
    if (isPending || !(await confirmDeletion("forum", isOwn, mutateAsync))) return;
    await navigate(paths.forums);
    void applyChange(client, "forumDeleted", { id });
    notify({ message: t`Forum ${id} was deleted.`, type: "success" });
  };
}
