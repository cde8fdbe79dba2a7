import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import { patchEverywhere } from "../../api/queryClient";
import type { AdminUser } from "../../api/types";
import { confirm } from "../../ui/confirm";
import { notify, notifyFailure } from "../../ui/notify";
import { findUser } from "./findUser";
import { moderationQueries } from "./queries";

export type Act = "promotion" | "ban" | "unban";

export function isBanned(user: AdminUser): boolean {
  return user.banned || user.authorities.some(({ name }) => name === "ROLE_BANNED");
}

/** Promotion to admin, ban and unban, each after a confirmation. */
export function useAdminActs(users: AdminUser[] | undefined) {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: ({ act, user }: { act: Act; user: AdminUser }) => send(act, user.id),
    onSuccess(fresh, { act }) {
      const shown = act === "promotion" ? null : fresh;
      patchEverywhere<AdminUser>(client, moderationQueries.keys.all, fresh.id, () => shown);
    },
    onError(error, { act, user }) {
      if (act === "promotion") notify(`${user.username} not found.`);
      else notifyFailure(`Failed to ${act} ${user.username}.`, error);
    },
  });
  const ask = async (act: Act, username: string) => {
    const user = findUser(users, username, act);
    if (user && (await confirmed(act, username))) mutate({ act, user });
  };
  return { ask, busy: isPending };
}

function confirmed(act: Act, username: string): Promise<boolean> {
  switch (act) {
    case "promotion":
      return confirm(`Promote ${username} to admin?`, "Promote");
    case "ban":
      return confirm(`Ban ${username}?`, "Ban");
    case "unban":
      return confirm(`Unban ${username}?`, "Unban");
  }
}

function send(act: Act, id: number): Promise<AdminUser> {
  const params = { path: { id } };
  switch (act) {
    case "promotion":
      return unwrap(api.PUT("/moderation/user/{id}/promote/admin", { params }));
    case "ban":
      return unwrap(api.PUT("/user/{id}/ban", { params }));
    case "unban":
      return unwrap(api.PUT("/user/{id}/unban", { params }));
  }
}
