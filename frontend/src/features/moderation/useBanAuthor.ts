import { t } from "@lingui/core/macro";
import { useMutation, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { applyChange } from "../../api/changes";
import { api, unwrap } from "../../api/client";
import { notifyFailure, textIsKept } from "../../api/refusal";
import type { Confirmed } from "../../ui/confirm";
import { notify } from "../../ui/notify";
import { confirmBan } from "../reasons/confirmations";
import { notifyUndoable } from "./notifyUndoable";

type Ban = { username: string; body: Confirmed };

/**
 * Bans a member by name after a confirmation: from a forum, or without one from the site. The report stays
 * open.
 */
export function useBanAuthor(forumId: number | undefined) {
  const client = useQueryClient();
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (ban: Ban) => send(forumId, ban),
    onSuccess: (id, { username }) => {
      const message = forumId
        ? t`${username} is banned from this forum.`
        : t`${username} is banned.`;
      notifyUndoable(message, () => lift(client, forumId, { id, username }));
      void applyChange(client, "membersChanged", {});
    },
    onError: (error, { username }) =>
      notifyFailure(t`Failed to ban ${username}.`, error, textIsKept()),
  });
  const ask = async (username: string) => {
    const question = forumId ? t`Ban ${username} from this forum?` : t`Ban ${username}?`;
    await confirmBan(question, (body) => mutateAsync({ username, body }));
  };
  return { ask, isPending };
}

/** Returns the id of the banned member. */
async function send(forumId: number | undefined, { username, body }: Ban): Promise<number> {
  const people = { params: { path: { username } } };
  const { id } = await unwrap(api.GET("/api/people/{username}", people));
  if (forumId) {
    const params = { path: { id: forumId, userId: id } };
    await unwrap(api.PUT("/api/forums/{id}/bans/{userId}", { params, body }));
  } else await unwrap(api.PUT("/user/{id}/ban", { params: { path: { id } }, body }));
  return id;
}

async function lift(
  client: QueryClient,
  forumId: number | undefined,
  { id, username }: { id: number; username: string },
): Promise<void> {
  try {
    if (forumId) {
      const params = { path: { id: forumId, userId: id } };
      await unwrap(api.DELETE("/api/forums/{id}/bans/{userId}", { params }));
    } else await unwrap(api.PUT("/user/{id}/unban", { params: { path: { id } } }));
    const message = forumId
      ? t`${username} is unbanned from this forum.`
      : t`${username} is unbanned.`;
    notify({ message, type: "success" });
  } catch (error) {
    notifyFailure(t`Failed to unban ${username}.`, error);
  }
  await applyChange(client, "membersChanged", {});
}
