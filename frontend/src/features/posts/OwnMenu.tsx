import { t } from "@lingui/core/macro";
import type { Post } from "../../api/types";
import { paths } from "../../paths";
import { focusHeading } from "../../ui/focus";
import { Menu, MenuItem, MenuLink } from "../../ui/Menu";
import { useOwnBan } from "../bans/ownBans";
import { useDeletePost } from "./useDeletePost";
import { useIsLocked } from "./useIsLocked";

/** What an author may do with a post of a list; one that waits for approval can only be deleted. */
export function OwnMenu({ post }: { post: Post }) {
  const { id, held } = post;
  const isLocked = useIsLocked(post);
  const isBanned = useOwnBan(post.forum_id) !== undefined;
  const { ask } = useDeletePost(id, { isOwn: true, beforeRemoval: () => focusNeighbour(id) });
  return (
    <Menu label={t`More actions`}>
      {!held && !isLocked && !isBanned && (
        <MenuLink icon="edit" to={paths.editPost(id)}>
          {t`Edit`}
        </MenuLink>
      )}
      <MenuItem icon="bin" danger onSelect={() => void ask()}>
        {t`Delete`}
      </MenuItem>
    </Menu>
  );
}

/** Moves the focus from a deleted row to the next one, or else to the previous one. */
function focusNeighbour(id: number) {
  const item = document.getElementById(`post-${id}`)?.closest("li");
  const neighbour = item?.nextElementSibling ?? item?.previousElementSibling;
  const link = neighbour?.querySelector<HTMLElement>("h2 a, h3 a");
  if (link) link.focus({ preventScroll: true });
  else focusHeading();
}
