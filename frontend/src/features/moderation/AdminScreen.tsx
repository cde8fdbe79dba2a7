import { useInfiniteQuery } from "@tanstack/react-query";
import { isAdmin, useUser } from "../../api/session";
import { useSearchParams } from "react-router";
import type { AdminUser } from "../../api/types";
import { Button } from "../../ui/Button";
import { Heading } from "../../ui/Heading";
import { List } from "../../ui/List";
import { Screen } from "../../ui/Screen";
import { SearchBox } from "../../ui/SearchBox";
import { ErrorState } from "../../ui/States";
import { moderationQueries } from "./queries";
import { isBanned, useAdminActs, type Act } from "./useAdminActs";
import { UserRow } from "./UserRow";

export function AdminScreen() {
  const user = useUser();
  return (
    <Screen>
      <Heading>Admin Access</Heading>
      {isAdmin(user) ? <Users /> : <ErrorState text="Only admins may see this list." />}
    </Screen>
  );
}

function Users() {
  const [params, setParams] = useSearchParams();
  const keyword = params.get("keyword")?.trim() ?? "";
  const query = useInfiniteQuery(moderationQueries.users(keyword));
  const acts = useAdminActs(query.data);
  return (
    <>
      <SearchBox
        label="Search users"
        value={keyword}
        onSearch={(term) => setParams(term ? { keyword: term } : {})}
      />
      <List query={query} label="Users" failed="Error fetching users.">
        {(user) => <Acts user={user} busy={acts.busy} ask={acts.ask} />}
      </List>
    </>
  );
}

type ActsProps = { user: AdminUser; busy: boolean; ask: (act: Act, name: string) => Promise<void> };

function Acts({ user, busy, ask }: ActsProps) {
  const banned = isBanned(user);
  const button = (act: Act, label: string, danger = false) => (
    <Button
      variant={danger ? "danger" : "secondary"}
      aria-label={`${label} ${user.username}`}
      disabled={busy}
      onClick={() => void ask(act, user.username)}
    >
      {label}
    </Button>
  );
  return (
    <UserRow user={user} note={banned ? "banned" : undefined}>
      {!banned && button("promotion", "Promote")}
      {banned ? button("unban", "Unban") : button("ban", "Ban", true)}
    </UserRow>
  );
}
