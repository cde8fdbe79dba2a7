import { t } from "@lingui/core/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import { patchEverywhere } from "../../api/queryClient";
import type { AdminUser } from "../../api/types";
import { confirm, confirmBan, type Confirmed } from "../../ui/confirm";
import { focusHeading } from "../../ui/focus";
import { notify, notifyFailure } from "../../ui/notify";
import { findUser } from "./findUser";
import { moderationQueries } from "./queries";

export type UserAction = "promotion" | "demotion" | "ban" | "unban";
type Act = { action: UserAction; user: AdminUser; confirmed: Confirmed };

export function isBanned(user: AdminUser): boolean {
  return user.banned || user.authorities.some(({ name }) => name === "ROLE_BANNED");
}

export function isActiveAdmin(user: AdminUser): boolean {
  return !user.banned && user.authorities.some(({ name }) => name === "ROLE_ADMIN");
}

/** Promotion to admin and back, ban and unban, each after a confirmation. */
export function useUserActions(users: AdminUser[] | undefined) {
  const client = useQueryClient();
  const { mutateAsync, isPending } = useMutation({
    mutationFn: ({ action, user, confirmed }: Act) => send(action, user.id, confirmed),
    onSuccess(fresh, { action, user }) {
      const queryKey = moderationQueries.keys.users;
      // Active admins and everybody else have a list each; the other one is loaded anew when it is opened.
      const isMoved = action === "promotion" || isActiveAdmin(user);
      patchEverywhere<AdminUser>(client, queryKey, fresh.id, () => (isMoved ? null : fresh));
      void client.invalidateQueries({ queryKey, refetchType: "none" });
    },
    onError(error, { action, user: { username } }) {
      if (action === "promotion") notify(t`${username} not found.`);
      else if (action === "demotion") notifyFailure(t`Failed to demote ${username}.`, error);
      else if (action === "ban") notifyFailure(t`Failed to ban ${username}.`, error);
      else notifyFailure(t`Failed to unban ${username}.`, error);
    },
  });
  return async (action: UserAction, username: string) => {
    const user = findUser(users, username, action);
    if (!user || isPending) return;
    const confirmed = await confirmAction(action, username);
    if (!confirmed) return;
    await mutateAsync({ action, user, confirmed }).catch(() => undefined);
    // The pressed button was removed.
    if (document.activeElement === document.body) focusHeading();
  };
}

export function confirmAction(action: UserAction, username: string): Promise<Confirmed | null> {
  switch (action) {
    case "promotion":
      return confirm(t`Promote ${username} to admin?`, t`Promote`);
    case "demotion":
      return confirm(t`Demote ${username}? They will no longer be an admin.`, t`Demote`);
    case "ban":
      return confirmBan(t`Ban ${username}?`);
    case "unban":
      return confirm(t`Unban ${username}?`, t`Unban`);
  }
}

function send(action: UserAction, id: number, body: Confirmed): Promise<AdminUser> {
  const params = { path: { id } };
  switch (action) {
    case "promotion":
      return unwrap(api.PUT("/moderation/user/{id}/promote/admin", { params }));
    case "demotion":
      return unwrap(api.PUT("/moderation/user/{id}/demote", { params }));
    case "ban":
      return unwrap(api.PUT("/user/{id}/ban", { params, body }));
    case "unban":
      return unwrap(api.PUT("/user/{id}/unban", { params }));
  }
}
