import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { paths } from "../../paths";
import { List } from "../../ui/List";
import { Avatar } from "../../ui/Picture";
import { SearchBox } from "../../ui/SearchBox";
import styles from "./Person.module.css";
import { messageQueries } from "./queries";

type Props = { filter: string; onSearch: (filter: string) => void };

export function PeopleSearch({ filter, onSearch }: Props) {
  const query = useInfiniteQuery(messageQueries.people(filter));
  return (
    <>
      <SearchBox label="Search users" value={filter} onSearch={onSearch} />
      <List query={query} label="Users" failed="Error fetching users.">
        {({ id, username, user_image }) => (
          <Link className={styles.person} to={paths.chat(id)}>
            <Avatar src={user_image} size={44} />
            <strong>{username}</strong>
          </Link>
        )}
      </List>
    </>
  );
}
