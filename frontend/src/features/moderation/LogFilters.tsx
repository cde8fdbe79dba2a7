import { t } from "@lingui/core/macro";
import { useSearchParams } from "react-router";
import { SearchBox } from "../../ui/SearchBox";
import { Select } from "../../ui/Select";
import { actionNames } from "./logActions";
import styles from "./LogScreen.module.css";
import type { LogFilter } from "./queries";

/** In the URL, so that Back, a reload and a shared link show the same. */
export function LogFilters({ filter: { user, action } }: { filter: LogFilter }) {
  const [, setParams] = useSearchParams();
  const choose = (name: "user" | "action", value: string) =>
    setParams(
      (old) => {
        if (value) old.set(name, value);
        else old.delete(name);
        return old;
      },
      { preventScrollReset: true },
    );
  return (
    <div className={styles.filters}>
      <SearchBox
        label={t`Username`}
        value={user ?? ""}
        onSearch={(name) => choose("user", name)}
        clear="when-filled"
      />
      <Select
        label={t`Action`}
        hideLabel
        value={action ?? ""}
        onChange={(event) => choose("action", event.target.value)}
      >
        <option value="">{t`All actions`}</option>
        {Object.entries(actionNames()).map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </Select>
    </div>
  );
}
