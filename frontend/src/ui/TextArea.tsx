import type { ComponentProps } from "react";
import styles from "./fields.module.css";
import { Field, split, type Own } from "./Select";

/** Plain lines of text; for Markdown there is the composer. */
export function TextArea(props: ComponentProps<"textarea"> & Own) {
  const [own, rest] = split(props);
  return (
    <Field {...own}>
      {(field) => <textarea className={`${styles.control} ${styles.text}`} {...field} {...rest} />}
    </Field>
  );
}
