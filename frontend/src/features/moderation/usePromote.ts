import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import type { User } from "../../api/types";
import { confirm } from "../../ui/confirm";
import { notify } from "../../ui/notify";
import { findUser } from "./findUser";
import { moderationQueries } from "./queries";

/** Asks, then promotes; whoever was promoted leaves the list. */
export function usePromote(forumId: number, users: User[] | undefined) {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: (username: string) =>
      unwrap(
        api.POST("/moderation/forum/{forumId}/promote", {
          params: { path: { forumId } },
          body: { username },
        }),
      ),
    onSuccess(user) {
      notify({ message: `${user.username} is a moderator now.`, type: "success" });
      return client.invalidateQueries({ queryKey: moderationQueries.keys.all });
    },
    onError: (_, username) => notify(`${username} not found.`),
  });
  const ask = async (username: string) => {
    if (!findUser(users, username, "promotion")) return;
    if (await confirm(`Promote ${username} to moderator?`, "Promote")) mutate(username);
  };
  return { ask, busy: isPending };
}
