import { t } from "@lingui/core/macro";
import { useId, useState, type ComponentProps } from "react";
import styles from "./fields.module.css";
import { Icon } from "./Icon";
import { Field, split, type FieldProps } from "./Select";

export function TextField(props: ComponentProps<"input"> & FieldProps) {
  const [own, rest] = split(props);
  return (
    <Field {...own}>{(field) => <input className={styles.control} {...field} {...rest} />}</Field>
  );
}

/** A password with a button that shows it; a new one unless `autoComplete` says otherwise. */
export function PasswordField(props: ComponentProps<"input"> & FieldProps) {
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
}: ComponentProps<"input"> & Pick<FieldProps, "label" | "hint">) {
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
