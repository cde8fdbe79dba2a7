import { t } from "@lingui/core/macro";
import { useId, useState, type ComponentProps, type ReactNode } from "react";
import styles from "./fields.module.css";
import { Icon } from "./Icon";

type Own = {
  label: string;
  error?: string | undefined;
  hint?: ReactNode;
  /** The label is only heard: for toolbars, where the place says what the field is for. */
  hideLabel?: boolean;
};

export function TextField(props: ComponentProps<"input"> & Own) {
  const [own, rest] = split(props);
  return (
    <Field {...own}>{(field) => <input className={styles.control} {...field} {...rest} />}</Field>
  );
}

export function TextArea(props: ComponentProps<"textarea"> & Own) {
  const [own, rest] = split(props);
  return (
    <Field {...own}>
      {(field) => (
        <textarea className={`${styles.control} ${styles.text}`} rows={5} {...field} {...rest} />
      )}
    </Field>
  );
}

/** A native select; its children are the options. */
export function Select(props: ComponentProps<"select"> & Own) {
  const [own, rest] = split(props);
  return (
    <Field {...own}>
      {(field) => <select className={`${styles.control} ${styles.select}`} {...field} {...rest} />}
    </Field>
  );
}

/** A password with a button that shows it; a new one unless `autoComplete` says otherwise. */
export function PasswordField(props: ComponentProps<"input"> & Own) {
  const [isShown, setIsShown] = useState(false);
  const [own, rest] = split(props);
  return (
    <Field {...own}>
      {(field) => (
        <div className={styles.password}>
          <input
            className={styles.control}
            autoComplete="new-password"
            autoCapitalize="none"
            spellCheck={false}
            required
            {...field}
            {...rest}
            type={isShown ? "text" : "password"}
          />
          <button
            type="button"
            className={styles.reveal}
            aria-label={isShown ? t`Hide` : t`Show`}
            aria-controls={field.id}
            onClick={() => setIsShown(!isShown)}
          >
            <Icon name={isShown ? "hide" : "show"} />
          </button>
        </div>
      )}
    </Field>
  );
}

export function Checkbox({
  label,
  hint,
  ...rest
}: ComponentProps<"input"> & Pick<Own, "label" | "hint">) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label className={styles.choice}>
        <input type="checkbox" aria-describedby={hint ? id : undefined} {...rest} />
        {label}
      </label>
      {hint && (
        <p id={id} className={styles.note}>
          {hint}
        </p>
      )}
    </div>
  );
}

type Control = {
  id: string;
  "aria-invalid": true | undefined;
  "aria-describedby": string | undefined;
};

/** Label above, error or hint below, tied to the control between them. */
function Field({
  label,
  error,
  hint,
  hideLabel = false,
  children,
}: Own & { children: (control: Control) => ReactNode }) {
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
          role={error ? "alert" : undefined}
        >
          {note}
        </p>
      )}
    </div>
  );
}

function split<Props extends Own>({ label, error, hint, hideLabel, ...rest }: Props) {
  const own: Own = { label, error, hint, hideLabel: hideLabel ?? false };
  return [own, rest] as const;
}
