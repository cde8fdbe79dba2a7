import { t } from "@lingui/core/macro";
import { useState } from "react";
import { Button } from "./Button";
import styles from "./SearchBox.module.css";

type Props = {
  label: string;
  value: string;
  onSearch: (term: string) => void;
  /** When to show Clear Search; never by default. */
  clear?: "always" | "when-filled";
};

/** Searches on submit, not while typing; a blank term clears the search. */
export function SearchBox({ label, value, onSearch, clear }: Props) {
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
        dir="auto"
        enterKeyHint="search"
        className={styles.input}
        aria-label={label}
        placeholder={label}
        value={typed.text}
        onChange={(event) => setTyped({ value, text: event.target.value })}
      />
      <Button type="submit" icon="search" className={styles.submit}>
        <span>{t`Search`}</span>
      </Button>
      {(clear === "always" || (clear && (value || typed.text))) && (
        <Button
          onClick={({ currentTarget }) => {
            setTyped({ value, text: "" });
            // The button disappears with the text.
            currentTarget.form?.querySelector("input")?.focus();
            onSearch("");
          }}
        >
          {t`Clear Search`}
        </Button>
      )}
    </form>
  );
}
