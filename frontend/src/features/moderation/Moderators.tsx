import { t } from "@lingui/core/macro";
import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { applyChange } from "../../api/changes";
import { api, unwrap } from "../../api/client";
import { notifyFailure } from "../../api/refusal";
import type { User } from "../../api/types";
import { Button } from "../../ui/Button";
import { confirm } from "../../ui/confirm";
import styles from "./UserTable.module.css";
import { moderationQueries } from "./queries";
import { UserTable } from "./UserTable";

export function Moderators({ forumId }: { forumId: number }) {
  const query = useInfiniteQuery(moderationQueries.moderators(forumId));
  const remove = useRemoveModerator(forumId);
  return (
    <section className={styles.section} aria-labelledby="moderators">
      <h2 id="moderators">{t`Moderators`}</h2>
      <UserTable
        query={query}
        label={t`Moderators`}
        renderActions={(user) => (
          <Button
            variant="ghost"
            aria-label={t`Remove ${user.username}`}
            onClick={() => void remove(user)}
          >
            {t`Remove`}
          </Button>
        )}
      />
    </section>
  );
}

/** Removes a moderator after a confirmation. */
export function useRemoveModerator(forumId: number) {
  const client = useQueryClient();
  const { mutateAsync, isPending } = useMutation({
    mutationFn: ({ id }: User) =>
      unwrap(
        api.DELETE("/moderation/forum/{forumId}/moderators/{userId}", {
          params: { path: { forumId, userId: id } },
        }),
      ),
    onSuccess: () => applyChange(client, "membersChanged", {}),
    onError: (error, { username }) => notifyFailure(t`Couldn't remove ${username}.`, error),
  });
  return async (user: User) => {
    const text = t`Remove ${user.username} as a moderator?`;
    if (isPending || !(await confirm(text, t`Remove`, "destructive"))) return;
    await mutateAsync(user).catch(() => undefined);
  };
}
