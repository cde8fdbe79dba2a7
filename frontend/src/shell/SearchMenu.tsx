import { t } from "@lingui/core/macro";
import { useState } from "react";
import { useNavigate } from "react-router";
import { paths } from "../paths";
import { CLOSED_COMBOBOX } from "../ui/combobox";
import { Icon } from "../ui/Icon";
import { useMediaQuery } from "../ui/useMediaQuery";
import styles from "./NavBar.module.css";
import { loadParts, useParts } from "./onDemand";

/** As in NavBar.module.css. */
const HAS_ROOM = "(min-width: 1240px)";

/** The search field, with suggestions once it has the focus; an icon until then where there is no room. */
export function SearchMenu() {
  const navigate = useNavigate();
  const parts = useParts();
  const [text, setText] = useState("");
  const [field, setField] = useState<HTMLInputElement>();
  const hasRoom = useMediaQuery(HAS_ROOM);
  const label = t`Search everywhere`;
  const search = (words: string) => {
    setText("");
    void navigate(paths.search(words));
  };
  return (
    <form
      role="search"
      aria-label={label}
      className={styles.search}
      onSubmit={(event) => {
        event.preventDefault();
        search(text.trim());
      }}
    >
      <Icon name="search" />
      <input
        {...CLOSED_COMBOBOX}
        dir="auto"
        enterKeyHint="search"
        aria-label={label}
        aria-keyshortcuts="/"
        data-shortcut="search"
        placeholder={hasRoom || field ? t`Search` : undefined}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onFocus={(event) => {
          setField(event.currentTarget);
          void loadParts();
        }}
        onBlur={() => setField(undefined)}
      />
      <kbd aria-hidden="true">/</kbd>
      {field && parts && (
        <parts.Suggestions
          field={field}
          text={text}
          onSearch={search}
          onLeave={() => setText("")}
        />
      )}
    </form>
  );
}
