import type { ComponentProps } from "react";
import styles from "./fields.module.css";
import { Field, split, type FieldProps } from "./Select";

/** A plain text box; the composer is for Markdown. */
export function TextArea(props: ComponentProps<"textarea"> & FieldProps) {
  const [own, rest] = split(props);
  return (
    <Field {...own}>
      {(field) => (
        // With a placeholder an empty box begins at the side where the page begins (base.css).
        <textarea
          className={`${styles.control} ${styles.text}`}
          placeholder=" "
          {...field}
          {...rest}
        />
      )}
    </Field>
  );
}
