import { useId, type ComponentProps, type ReactNode } from "react";
import styles from "./fields.module.css";

type Own = { label: string; error?: string | undefined; hint?: ReactNode };

/** A labelled input with its reason below it, read out with the field. */
export function TextField({ label, error, hint, ...rest }: ComponentProps<"input"> & Own) {
  const field = useField(label, error, hint);
  return field.frame(<input className={styles.input} {...field.props} {...rest} />);
}

export function TextArea({ label, error, hint, ...rest }: ComponentProps<"textarea"> & Own) {
  const field = useField(label, error, hint);
  return field.frame(
    <textarea className={`${styles.input} ${styles.text}`} rows={5} {...field.props} {...rest} />,
  );
}

/** A box to tick, with what it means below it. */
export function Checkbox({ label, hint, ...rest }: ComponentProps<"input"> & Omit<Own, "error">) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label className={styles.choice}>
        <input type="checkbox" aria-describedby={hint ? `${id}-note` : undefined} {...rest} />
        {label}
      </label>
      {hint && (
        <p id={`${id}-note`} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  );
}

function useField(label: string, error: string | undefined, hint: ReactNode) {
  const id = useId();
  const note = error ?? hint;
  return {
    props: {
      id,
      "aria-invalid": error ? true : undefined,
      "aria-describedby": note ? `${id}-note` : undefined,
    },
    frame: (control: ReactNode) => (
      <div className={styles.field}>
        <label htmlFor={id}>{label}</label>
        {control}
        {note && (
          <p
            id={`${id}-note`}
            className={error ? styles.error : styles.hint}
            role={error ? "alert" : undefined}
          >
            {note}
          </p>
        )}
      </div>
    ),
  };
}
