import { useId, type ComponentProps, type ReactNode } from "react";
import styles from "./fields.module.css";

export type FieldProps = {
  label: string;
  error?: string | undefined;
  /** A notification announces the same error, so the field must not. */
  isErrorAnnounced?: boolean;
  hint?: ReactNode;
  /** Hides the label visually, for toolbars, where the position explains the field. */
  hideLabel?: boolean;
};

/** A native select; its children are the options. */
export function Select(props: ComponentProps<"select"> & FieldProps) {
  const [own, rest] = split(props);
  return (
    <Field {...own}>
      {(field) => <select className={`${styles.control} ${styles.select}`} {...field} {...rest} />}
    </Field>
  );
}

type Control = {
  id: string;
  "aria-invalid": true | undefined;
  "aria-describedby": string | undefined;
};

/** Label above, error or hint below, tied to the control between them. */
export function Field({
  label,
  error,
  isErrorAnnounced = false,
  hint,
  hideLabel = false,
  children,
}: FieldProps & { children: (control: Control) => ReactNode }) {
  const id = useId();
  const note = error ?? hint;
  const control: Control = {
    id,
    "aria-invalid": error ? true : undefined,
    "aria-describedby": note ? `${id}-note` : undefined,
  };
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={hideLabel ? "visually-hidden" : styles.label}>
        {label}
      </label>
      {children(control)}
      {note && (
        <p
          id={`${id}-note`}
          className={`${styles.note} ${error ? styles.error : ""}`}
          role={error && !isErrorAnnounced ? "alert" : undefined}
        >
          {note}
        </p>
      )}
    </div>
  );
}

export function split<Props extends FieldProps>(props: Props) {
  const { label, error, isErrorAnnounced = false, hint, hideLabel = false, ...rest } = props;
  const own: FieldProps = { label, error, isErrorAnnounced, hint, hideLabel };
  return [own, rest] as const;
}
