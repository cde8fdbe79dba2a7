import { t } from "@lingui/core/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { applyChange } from "../../api/changes";
import { api, unwrap } from "../../api/client";
import type { User } from "../../api/types";
import { confirm } from "../../ui/confirm";
import { notify } from "../../ui/notify";
import { findUser } from "./findUser";

/** Promotes after confirmation; the promoted member leaves the list. */
export function usePromote(forumId: number) {
  const client = useQueryClient();
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (username: string) =>
      unwrap(
        api.POST("/moderation/forum/{forumId}/promote", {
          params: { path: { forumId } },
          body: { username },
        }),
      ),
    onSuccess({ username }) {
      notify({ message: t`${username} is now a moderator.`, type: "success" });
      return applyChange(client, "membersChanged", {});
    },
    onError: (_, username) => notify(t`${username} not found.`),
  });
  return async (username: string, users: User[] | undefined) => {
    if (!findUser(users, username, "promotion") || isPending) return;
    if (!(await confirm(t`Promote ${username} to moderator?`, t`Promote`))) return;
    await mutateAsync(username).catch(() => undefined);
  };
}
