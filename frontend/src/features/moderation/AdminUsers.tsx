import { t } from "@lingui/core/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import type { AdminUser } from "../../api/types";
import { RoleBadge } from "../members/RoleBadge";
import { Button } from "../../ui/Button";
import { SearchBox } from "../../ui/SearchBox";
import { TabLinks } from "../../ui/TabLinks";
import { moderationQueries } from "./queries";
import { UserTable } from "./UserTable";
import { isActiveAdmin, isBanned, useUserActions, type UserAction } from "./useUserActions";

/** The table of members or admins, with actions for each. */
export function AdminUsers() {
  const [params, setParams] = useSearchParams();
  const keyword = params.get("keyword")?.trim() ?? "";
  const role = params.get("role") === "admin" ? "admin" : undefined;
  const query = useInfiniteQuery(moderationQueries.users(keyword, role));
  const ask = useUserActions(query.data);
  return (
    <>
      <SearchBox
        label={t`Search users`}
        value={keyword}
        onSearch={(term) => setParams({ ...(role && { role }), ...(term && { keyword: term }) })}
      />
      <TabLinks
        label={t`Role`}
        param="role"
        standard="member"
        tabs={[
          { value: "member", text: t`Members` },
          { value: "admin", text: t`Admins` },
        ]}
      />
      <UserTable
        query={query}
        label={t`Users`}
        renderRole={(user) =>
          roleOf(user) === "ROLE_USER" ? t`Member` : <RoleBadge role={roleOf(user)} />
        }
        renderActions={(user) => <UserActions user={user} ask={ask} />}
      />
    </>
  );
}

function roleOf(user: AdminUser): string | undefined {
  return isBanned(user) ? "ROLE_BANNED" : user.authorities[0]?.name;
}

type ActionsProps = { user: AdminUser; ask: (action: UserAction, username: string) => void };

function UserActions({ user, ask }: ActionsProps) {
  const { username } = user;
  if (isBanned(user))
    return (
      <Button
        variant="ghost"
        aria-label={t`Unban ${username}`}
        onClick={() => ask("unban", username)}
      >
        {t`Unban`}
      </Button>
    );
  return (
    <>
      {isActiveAdmin(user) ? (
        <Button
          variant="ghost"
          aria-label={t`Demote ${username}`}
          onClick={() => ask("demotion", username)}
        >
          {t`Demote`}
        </Button>
      ) : (
        <Button
          variant="ghost"
          aria-label={t`Promote ${username}`}
          onClick={() => ask("promotion", username)}
        >
          {t`Promote`}
        </Button>
      )}
      <Button variant="ghost" aria-label={t`Ban ${username}`} onClick={() => ask("ban", username)}>
        {t`Ban`}
      </Button>
    </>
  );
}
