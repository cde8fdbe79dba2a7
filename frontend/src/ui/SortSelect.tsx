import { useSearchParams } from "react-router";
import styles from "./SortSelect.module.css";

/** The order stands in the address, so that Back, a reload and a shared link show the same. */
export function SortSelect() {
  const [params, setParams] = useSearchParams();
  const choose = (sort: string) =>
    setParams(
      (old) => {
        if (sort) old.set("sort", sort);
        else old.delete("sort");
        return old;
      },
      { preventScrollReset: true },
    );
  return (
    <select
      className={styles.select}
      aria-label="Sort"
      value={params.get("sort") ?? ""}
      onChange={(event) => choose(event.target.value)}
    >
      <option value="">Sort</option>
      <option value="recent">Most Recent</option>
      <option value="popularity">Most Popular</option>
    </select>
  );
}
