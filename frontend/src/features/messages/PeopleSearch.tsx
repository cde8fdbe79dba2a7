import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { paths } from "../../paths";
import { List } from "../../ui/List";
import { Avatar } from "../../ui/Picture";
import { SearchBox } from "../../ui/SearchBox";
import styles from "./Person.module.css";
import { messageQueries } from "./queries";

export function PeopleSearch() {
  const [filter, setFilter] = useState("");
  const query = useInfiniteQuery(messageQueries.people(filter));
  return (
    <>
      <SearchBox label="Search users" value={filter} onSearch={setFilter} />
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
