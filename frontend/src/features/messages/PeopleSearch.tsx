import { t } from "@lingui/core/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { paths } from "../../paths";
import { List } from "../../ui/List";
import { SearchBox } from "../../ui/SearchBox";
import { Avatar } from "../members/Avatar";
import styles from "./People.module.css";
import { messageQueries } from "./queries";

type Props = { filter: string; onSearch: (filter: string) => void };

export function PeopleSearch({ filter, onSearch }: Props) {
  const query = useInfiniteQuery(messageQueries.people(filter));
  return (
    <>
      <SearchBox label={t`Search users`} value={filter} onSearch={onSearch} />
      <List query={query} label={t`Users`} failed={t`Error fetching users.`}>
        {({ id, username, user_image }) => (
          <Link className={styles.person} to={paths.chat(id)}>
            <Avatar src={user_image} size={36} />
            <span className={styles.name} dir="auto">
              {username}
            </span>
          </Link>
        )}
      </List>
    </>
  );
}
