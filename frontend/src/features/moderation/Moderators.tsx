import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import type { User } from "../../api/types";
import { Button } from "../../ui/Button";
import { confirm } from "../../ui/confirm";
import { List } from "../../ui/List";
import { notifyFailure } from "../../ui/notify";
import { moderationQueries } from "./queries";
import { UserRow } from "./UserRow";

export function Moderators({ forumId }: { forumId: number }) {
  const query = useInfiniteQuery(moderationQueries.moderators(forumId));
  const remove = useRemoveModerator(forumId);
  return (
    <section aria-labelledby="moderators">
      <h2 id="moderators">Moderators</h2>
      <List query={query} label="Moderators" failed="Error fetching users.">
        {(user) => (
          <UserRow user={user}>
            <Button
              variant="danger"
              aria-label={`Remove ${user.username}`}
              disabled={remove.busy}
              onClick={() => void remove.ask(user)}
            >
              Remove
            </Button>
          </UserRow>
        )}
      </List>
    </section>
  );
}

function useRemoveModerator(forumId: number) {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: ({ id }: User) =>
      unwrap(
        api.DELETE("/moderation/forum/{forumId}/moderators/{userId}", {
          params: { path: { forumId, userId: id } },
        }),
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: moderationQueries.keys.all }),
    onError: (error, user) => notifyFailure(`${user.username} could not be removed.`, error),
  });
  const ask = async (user: User) => {
    if (await confirm(`Remove ${user.username} as a moderator?`, "Remove")) mutate(user);
  };
  return { ask, busy: isPending };
}
