import { t } from "@lingui/core/macro";
import { Candidates, ForumPeople } from "./ForumPeople";
import { Moderators } from "./Moderators";
import { usePromote } from "./usePromote";

export function PromotionScreen() {
  return (
    <ForumPeople
      title={t`Promote to Moderator`}
      refusal={t`Only moderators of this forum and admins can promote members.`}
    >
      {(forumId) => (
        <>
          <Promotable forumId={forumId} />
          <Moderators forumId={forumId} />
        </>
      )}
    </ForumPeople>
  );
}

function Promotable({ forumId }: { forumId: number }) {
  const promote = usePromote(forumId);
  const label = (username: string) => t`Promote ${username}`;
  return (
    <Candidates
      forumId={forumId}
      action={{ name: t`Promote`, label }}
      onAct={({ username }, users) => void promote(username, users)}
    />
  );
}
