import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import type { Visibility } from "../../api/types";
import { Select } from "../../ui/Select";
import { AuthorField } from "./AuthorField";
import { searchQueries, type Result, type Search } from "./queries";
import styles from "./SearchScreen.module.css";

type Change = (name: "author" | "forum" | "sort", value: string) => void;
type Props = { search: Search; change: Change; results: Result[] | undefined };

/** Filters by author, forum and order. The forums are those of the results so far. */
export function SearchFilters({ search, change, results }: Props) {
  const { author, forum, sort } = search;
  return (
    <div className={styles.filters}>
      <AuthorField value={author ?? ""} onChange={(name) => change("author", name)} />
      <Select
        label={t`Forum`}
        hideLabel
        value={forum ?? ""}
        onChange={(event) => change("forum", event.target.value)}
      >
        <option value="">{t`All forums`}</option>
        {useForums(forum, results).map(({ id, topic, visibility }) => (
          <option key={id} value={id}>
            {optionText(topic, visibility)}
          </option>
        ))}
      </Select>
      <Select
        label={t`Sort`}
        hideLabel
        value={sort ?? ""}
        onChange={(event) => change("sort", event.target.value)}
      >
        <option value="">{t`Best match`}</option>
        <option value="new">{t`Newest first`}</option>
        <option value="top">{t`Top`}</option>
      </Select>
    </div>
  );
}

/** An option has no icon: a word says who reads a closed forum. */
function optionText(topic: string, visibility: Visibility): string {
  switch (visibility) {
    case "public":
      return topic;
    case "members":
      return t`${topic} (members only)`;
    case "private":
      return t`${topic} (private)`;
  }
}

/** The forums of the results, and the chosen one, by topic. */
function useForums(chosen: number | undefined, results: Result[] | undefined) {
  const forums = new Map(
    (results ?? []).flatMap(({ forum }) => (forum ? [[forum.id, forum]] : [])),
  );
  const isMissing = chosen !== undefined && !forums.has(chosen);
  const { data } = useQuery(searchQueries.forum(chosen ?? 0, isMissing && results !== undefined));
  if (isMissing) forums.set(chosen, data ?? { id: chosen, topic: t`Forum`, visibility: "public" });
  return [...forums.values()].toSorted((one, other) => one.topic.localeCompare(other.topic));
}
