import { t } from "@lingui/core/macro";
import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { User } from "../../api/types";
import { More } from "../../ui/List";
import { Empty, ErrorState, Loading } from "../../ui/States";
import { Person } from "../members/Person";
import styles from "./UserTable.module.css";

type Props<T> = {
  query: UseInfiniteQueryResult<T[]>;
  label: string;
  /** Whether to show the roles. */
  renderRole?: (user: T) => ReactNode;
  renderActions: (user: T) => ReactNode;
};

/** A paginated table of users with its loading, error and empty states; rows fold into cards on narrow screens. */
export function UserTable<T extends User>({ query, label, renderRole, renderActions }: Props<T>) {
  if (query.isPending) return <Loading />;
  if (!query.data)
    return (
      <ErrorState
        text={t`Error fetching users.`}
        error={query.error}
        onRetry={() => void query.refetch()}
      />
    );
  if (query.data.length === 0) return <Empty />;
  return (
    <>
      <table className={styles.table} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{t`User`}</th>
            {renderRole && <th scope="col">{t`Role`}</th>}
            <th scope="col">{t`Actions`}</th>
          </tr>
        </thead>
        <tbody>
          {query.data.map((user) => (
            <tr key={user.id}>
              <th scope="row">
                <Person
                  className={styles.user}
                  name={user.username}
                  image={user.user_image}
                  size={32}
                />
              </th>
              {renderRole && <td>{renderRole(user)}</td>}
              <td>
                <span className={styles.actions}>{renderActions(user)}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {query.hasNextPage && <More query={query} />}
    </>
  );
}
