import { t } from "@lingui/core/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import type { Confirmed } from "../../ui/confirm";
import { notify, notifyFailure } from "../../ui/notify";
import { moderationQueries } from "./queries";
import { confirmAction } from "./useUserActions";

/** Bans by name, after a confirmation; what the ban was for stays to be decided. */
export function useBanAuthor() {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    async mutationFn({ username, body }: { username: string; body: Confirmed }) {
      const people = { params: { path: { username } } };
      const { id } = await unwrap(api.GET("/api/people/{username}", people));
      return unwrap(api.PUT("/user/{id}/ban", { params: { path: { id } }, body }));
    },
    onSuccess: ({ username }) => {
      notify({ message: t`${username} is banned.`, type: "success" });
      return client.invalidateQueries({ queryKey: moderationQueries.keys.all });
    },
    onError: (error, { username }) => notifyFailure(t`Failed to ban ${username}.`, error),
  });
  const ask = async (username: string) => {
    const confirmed = await confirmAction("ban", username);
    if (confirmed) mutate({ username, body: confirmed });
  };
  return { ask, isPending };
}
