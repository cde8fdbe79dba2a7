import { t } from "@lingui/core/macro";
import { useState } from "react";
import { TextField } from "../../ui/fields";

type Props = { value: string; onChange: (name: string) => void };

/** Filters on Enter, not on blur: results must not move under the pointer of a member who clicks one. */
export function AuthorField({ value, onChange }: Props) {
  const [typed, setTyped] = useState({ value, text: value });
  if (typed.value !== value) setTyped({ value, text: value });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onChange(typed.text.trim());
      }}
    >
      <TextField
        type="search"
        enterKeyHint="search"
        label={t`Author`}
        hideLabel
        placeholder={t`Author`}
        autoComplete="off"
        value={typed.text}
        onChange={(event) => setTyped({ value, text: event.target.value })}
      />
    </form>
  );
}
