import { useInfiniteQuery } from "@tanstack/react-query";
import { useParams, useSearchParams } from "react-router";
import { useModerates } from "../../api/session";
import { parseId, paths } from "../../paths";
import { Button, ButtonLink } from "../../ui/Button";
import { Heading } from "../../ui/Heading";
import { List } from "../../ui/List";
import { NotFound } from "../../ui/ErrorPage";
import { Screen } from "../../ui/Screen";
import { SearchBox } from "../../ui/SearchBox";
import { ErrorState } from "../../ui/States";
import { Moderators } from "./Moderators";
import { moderationQueries } from "./queries";
import { usePromote } from "./usePromote";
import { UserRow } from "./UserRow";

export function PromotionScreen() {
  const id = parseId(useParams().id);
  const moderates = useModerates(id);
  if (!id) return <NotFound text="Oops, it looks like this forum couldn't load" />;
  return (
    <Screen>
      <div>
        <ButtonLink variant="ghost" icon="back" to={paths.forum(id)}>
          Back to the forum
        </ButtonLink>
      </div>
      <Heading>Promote to Moderator</Heading>
      {moderates ? (
        <>
          <Promotable forumId={id} />
          <Moderators forumId={id} />
        </>
      ) : (
        <ErrorState text="Only moderators of this forum and admins may promote." />
      )}
    </Screen>
  );
}

function Promotable({ forumId }: { forumId: number }) {
  const [params, setParams] = useSearchParams();
  const keyword = params.get("keyword")?.trim() ?? "";
  const query = useInfiniteQuery(moderationQueries.promotable(forumId, keyword));
  const promote = usePromote(forumId, query.data);
  return (
    <>
      <SearchBox
        label="Search users"
        value={keyword}
        onSearch={(term) => setParams(term ? { keyword: term } : {})}
      />
      <List query={query} label="Users" failed="Error fetching users.">
        {(user) => (
          <UserRow user={user}>
            <Button
              aria-label={`Promote ${user.username}`}
              disabled={promote.busy}
              onClick={() => void promote.ask(user.username)}
            >
              Promote
            </Button>
          </UserRow>
        )}
      </List>
    </>
  );
}
