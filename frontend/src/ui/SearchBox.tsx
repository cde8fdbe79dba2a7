import { t } from "@lingui/core/macro";
import { useState, type ReactNode } from "react";
import { Button } from "./Button";
import styles from "./SearchBox.module.css";

type Props = {
  label: string;
  value: string;
  onSearch: (term: string) => void;
  children?: ReactNode;
};

/** A term is searched as it is sent, not as it is typed; a blank one clears the search. */
export function SearchBox({ label, value, onSearch, children }: Props) {
  const [typed, setTyped] = useState({ value, text: value });
  if (typed.value !== value) setTyped({ value, text: value });
  return (
    <form
      role="search"
      className={styles.search}
      onSubmit={(event) => {
        event.preventDefault();
        onSearch(typed.text.trim());
      }}
    >
      <input
        type="search"
        className={styles.input}
        aria-label={label}
        placeholder={label}
        value={typed.text}
        onChange={(event) => setTyped({ value, text: event.target.value })}
      />
      <Button type="submit" icon="search">
        {t`Search`}
      </Button>
      {children}
    </form>
  );
}
