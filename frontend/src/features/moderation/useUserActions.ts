import { t } from "@lingui/core/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import { patchEverywhere } from "../../api/cache";
import { moderationKeys } from "../../api/queryKeys";
import { notifyFailure, textIsKept } from "../../api/refusal";
import type { AdminUser, User } from "../../api/types";
import { confirm, type Confirmed, type Send } from "../../ui/confirm";
import { notify } from "../../ui/notify";
import { confirmBan } from "../reasons/confirmations";
import { findUser } from "./findUser";

export type UserAction = "promotion" | "demotion" | "ban" | "unban";
type ActionRequest<U extends User> = { action: UserAction; user: U; confirmed: Confirmed };
type OnSuccess<U extends User> = (fresh: AdminUser, act: ActionRequest<U>) => void;

export function isBanned(user: AdminUser): boolean {
  return user.banned || user.authorities.some(({ name }) => name === "ROLE_BANNED");
}

export function isActiveAdmin(user: AdminUser): boolean {
  return !user.banned && user.authorities.some(({ name }) => name === "ROLE_ADMIN");
}

/** Promotion to admin and back, ban and unban of the users of a list, each after a confirmation. */
export function useUserActions(list: AdminUser[] | undefined) {
  const client = useQueryClient();
  const act = useUserAction((fresh, { action, user }: ActionRequest<AdminUser>) => {
    // Active admins and everybody else have a list each.
    const isMoved = action === "promotion" || isActiveAdmin(user);
    patchEverywhere<AdminUser>(client, moderationKeys.users, fresh.id, () =>
      isMoved ? null : fresh,
    );
  });
  return async (action: UserAction, username: string) => {
    const user = findUser(list, username, action);
    if (user) await act(action, user);
  };
}

/** The same for one user outside of such a list. */
export function useUserAction<U extends User>(onSuccess: OnSuccess<U> = () => undefined) {
  const client = useQueryClient();
  const { mutateAsync, isPending } = useMutation({
    mutationFn: ({ action, user, confirmed }: ActionRequest<U>) => send(action, user.id, confirmed),
    onSuccess,
    onError(error, { action, user: { username } }) {
      if (action === "promotion") notify(t`${username} not found.`);
      else if (action === "demotion") notifyFailure(t`Failed to demote ${username}.`, error);
      else if (action === "ban") notifyFailure(t`Failed to ban ${username}.`, error, textIsKept());
      else notifyFailure(t`Failed to unban ${username}.`, error);
    },
    onSettled() {
      const { logs, users: queryKey } = moderationKeys;
      // Refetched when they are opened.
      void client.invalidateQueries({ queryKey, refetchType: "none" });
      void client.invalidateQueries({ queryKey: logs });
    },
  });
  return async (action: UserAction, user: U) => {
    if (isPending) return;
    const send = (confirmed: Confirmed) => mutateAsync({ action, user, confirmed });
    await confirmAction(action, user.username, send);
  };
}

function confirmAction(action: UserAction, username: string, send: Send) {
  switch (action) {
    case "promotion":
      return confirm(t`Promote ${username} to admin?`, t`Promote`, "primary", { send });
    case "demotion":
      return confirm(
        t`Demote ${username}? They will no longer be an admin.`,
        t`Demote`,
        "primary",
        { send },
      );
    case "ban":
      return confirmBan(t`Ban ${username}?`, send);
    case "unban":
      return confirm(t`Unban ${username}?`, t`Unban`, "primary", { send });
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
