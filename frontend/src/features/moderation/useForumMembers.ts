import { t } from "@lingui/core/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { applyChange } from "../../api/changes";
import { api, unwrap } from "../../api/client";
import { notifyFailure } from "../../api/refusal";
import { useUser } from "../../api/session";
import type { Forum, User } from "../../api/types";
import { paths } from "../../paths";
import { confirm } from "../../ui/confirm";
import { notify } from "../../ui/notify";

const path = (forumId: number, userId: number) => ({ path: { id: forumId, userId } });

/** Adds members to a private forum. */
export function useAddMember(forumId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: User) =>
      unwrap(api.PUT("/api/forums/{id}/members/{userId}", { params: path(forumId, id) })),
    onSuccess(_, { username }) {
      notify({ message: t`${username} is a member of this forum now.`, type: "success" });
      return applyChange(client, "membersChanged", {});
    },
    onError: (error, { username }) => notifyFailure(t`Couldn't add ${username}.`, error),
  });
}

/** Removes members of a private forum after a confirmation. */
export function useRemoveMember(forumId: number) {
  const client = useQueryClient();
  const { mutateAsync, isPending } = useMutation({
    mutationFn: ({ id }: User) =>
      unwrap(api.DELETE("/api/forums/{id}/members/{userId}", { params: path(forumId, id) })),
    onSuccess: () => applyChange(client, "membersChanged", {}),
    onError: (error, { username }) => notifyFailure(t`Couldn't remove ${username}.`, error),
  });
  return async (user: User) => {
    const text = t`Remove ${user.username} from this forum?`;
    const note = t`They can no longer read it, and are not told.`;
    if (isPending || !(await confirm(text, t`Remove`, "destructive", { note }))) return;
    await mutateAsync(user).catch(() => undefined);
  };
}

/** Leaves a private forum after a confirmation. */
export function useLeave({ id, topic }: Forum) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const userId = useUser()?.id ?? 0;
  const leave = useMutation({
    mutationFn: () =>
      unwrap(api.DELETE("/api/forums/{id}/members/{userId}", { params: path(id, userId) })),
    async onSuccess() {
      await navigate(paths.forums);
      void applyChange(client, "forumLeft", {});
      notify({ message: t`You left ${topic}.`, type: "success" });
    },
    onError: (error) => notifyFailure(t`Couldn't leave the forum. Try again.`, error),
  });
  return async () => {
    const note = t`You can no longer read it, and need an invitation to come back.`;
    if (leave.isPending) return;
    if (await confirm(t`Leave ${topic}?`, t`Leave`, "destructive", { note })) leave.mutate();
  };
}
