import { t } from "@lingui/core/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { applyChange } from "../../api/changes";
import { api, unwrap } from "../../api/client";
import { notifyFailure, textIsKept } from "../../api/refusal";
import type { User } from "../../api/types";
import { confirm, type Confirmed } from "../../ui/confirm";
import { notify } from "../../ui/notify";
import { confirmBan } from "../reasons/confirmations";

type BanRequest = { user: User; confirmed?: Confirmed };

/** Bans from a forum and lifts bans, each after a confirmation; it is named where it is not the screen's own. */
export function useForumBans(forumId: number, topic?: string) {
  const client = useQueryClient();
  const path = ({ id }: User) => ({ path: { id: forumId, userId: id } });
  const onSettled = () => void applyChange(client, "membersChanged", {});
  const bans = useMutation({
    mutationFn: ({ user, confirmed }: BanRequest) =>
      unwrap(
        api.PUT("/api/forums/{id}/bans/{userId}", { params: path(user), body: confirmed ?? {} }),
      ),
    onSuccess: (_, { user: { username } }) =>
      notify({
        message: topic
          ? t`${username} is banned from ${topic}.`
          : t`${username} is banned from this forum.`,
        type: "success",
      }),
    onError: (error, { user: { username } }) =>
      notifyFailure(t`Failed to ban ${username}.`, error, textIsKept()),
    onSettled,
  });
  const lifts = useMutation({
    mutationFn: ({ user }: BanRequest) =>
      unwrap(api.DELETE("/api/forums/{id}/bans/{userId}", { params: path(user) })),
    onSuccess: (_, { user: { username } }) =>
      notify({
        message: topic
          ? t`${username} is unbanned from ${topic}.`
          : t`${username} is unbanned from this forum.`,
        type: "success",
      }),
    onError: (error, { user: { username } }) =>
      notifyFailure(t`Failed to unban ${username}.`, error),
    onSettled,
  });
  const isPending = bans.isPending || lifts.isPending;
  return {
    async ban(user: User) {
      const { username } = user;
      const text = topic ? t`Ban ${username} from ${topic}?` : t`Ban ${username} from this forum?`;
      if (isPending) return;
      await confirmBan(text, (confirmed) => bans.mutateAsync({ user, confirmed }));
    },
    async lift(user: User) {
      const { username } = user;
      const text = topic
        ? t`Unban ${username} from ${topic}?`
        : t`Unban ${username} from this forum?`;
      if (isPending || !(await confirm(text, t`Unban`))) return;
      await lifts.mutateAsync({ user }).catch(() => undefined);
    },
  };
}
