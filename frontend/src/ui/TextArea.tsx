import type { ComponentProps } from "react";
import styles from "./fields.module.css";
import { Field, split, type FieldProps } from "./Select";

/** A plain text box; the composer is for Markdown. */
export function TextArea(props: ComponentProps<"textarea"> & FieldProps) {
  const [own, rest] = split(props);
  return (
    <Field {...own}>
      {(field) => (
        // The hint makes an empty box one that shows a placeholder, which base.css writes from the page's side.
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
