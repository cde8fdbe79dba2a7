import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
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
        {useForums(forum, results).map(({ id, topic }) => (
          <option key={id} value={id}>
            {topic}
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

/** The forums of the results, and the chosen one, by topic. */
function useForums(chosen: number | undefined, results: Result[] | undefined) {
  const topics = new Map(
    (results ?? []).flatMap(({ forum }) => (forum ? [[forum.id, forum.topic]] : [])),
  );
  const isMissing = chosen !== undefined && !topics.has(chosen);
  const { data } = useQuery(searchQueries.topic(chosen ?? 0, isMissing && results !== undefined));
  if (isMissing) topics.set(chosen, data ?? t`Forum`);
  const forums = [...topics].map(([id, topic]) => ({ id, topic }));
  return forums.toSorted((one, other) => one.topic.localeCompare(other.topic));
}
