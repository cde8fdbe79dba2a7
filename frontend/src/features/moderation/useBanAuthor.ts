import { t } from "@lingui/core/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { applyChange } from "../../api/changes";
import { api, unwrap } from "../../api/client";
import { notifyFailure } from "../../api/refusal";
import type { Confirmed } from "../../ui/confirm";
import { notify } from "../../ui/notify";
import { confirmBan } from "../reasons/confirmations";
import { confirmAction } from "./useUserActions";

type Ban = { username: string; body: Confirmed };

/**
 * Bans a member by name after a confirmation: from a forum, or without one from the site. The report stays
 * open.
 */
export function useBanAuthor(forumId: number | undefined) {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: (ban: Ban) => send(forumId, ban),
    onSuccess: (_, { username }) => {
      const message = forumId
        ? t`${username} is banned from this forum.`
        : t`${username} is banned.`;
      notify({ message, type: "success" });
      return applyChange(client, "membersChanged", {});
    },
    onError: (error, { username }) => notifyFailure(t`Failed to ban ${username}.`, error),
  });
  const ask = async (username: string) => {
    const question = t`Ban ${username} from this forum?`;
    const confirmed = forumId ? await confirmBan(question) : await confirmAction("ban", username);
    if (confirmed) mutate({ username, body: confirmed });
  };
  return { ask, isPending };
}

async function send(forumId: number | undefined, { username, body }: Ban) {
  const people = { params: { path: { username } } };
  const { id } = await unwrap(api.GET("/api/people/{username}", people));
  if (!forumId) return unwrap(api.PUT("/user/{id}/ban", { params: { path: { id } }, body }));
  const params = { path: { id: forumId, userId: id } };
  return unwrap(api.PUT("/api/forums/{id}/bans/{userId}", { params, body }));
}
