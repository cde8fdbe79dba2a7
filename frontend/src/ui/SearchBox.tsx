import { t } from "@lingui/core/macro";
import { useState, type ComponentType } from "react";
import { Button } from "./Button";
import { CLOSED_COMBOBOX } from "./combobox";
import styles from "./SearchBox.module.css";

type Props = {
  label: string;
  value: string;
  onSearch: (term: string) => void;
  /** When to show Clear Search; never by default. */
  clear?: "always" | "when-filled";
  /** What the focused field suggests. */
  suggestions?: ComponentType<SuggestionsProps>;
};

export type SuggestionsProps = {
  /** The field that has the focus; it keeps it while keys move through the list. */
  field: HTMLInputElement;
  text: string;
  onSearch: (words: string) => void;
};

/** Searches on submit, not while typing; a blank term clears the search. */
export function SearchBox({ label, value, onSearch, clear, suggestions: Suggestions }: Props) {
  const [typed, setTyped] = useState({ value, text: value });
  if (typed.value !== value) setTyped({ value, text: value });
  const [field, setField] = useState<HTMLInputElement>();
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
        {...(Suggestions && {
          ...CLOSED_COMBOBOX,
          onFocus: (event) => setField(event.currentTarget),
          onBlur: () => setField(undefined),
        })}
      />
      {/* What is searched for is shown already. */}
      {field && Suggestions && typed.text.trim() !== value && (
        <Suggestions field={field} text={typed.text} onSearch={onSearch} />
      )}
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
