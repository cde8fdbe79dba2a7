import { t } from "@lingui/core/macro";
import { useId } from "react";
import { Button } from "../../ui/Button";
import fields from "../../ui/fields.module.css";
import { UploadButton } from "../uploads/UploadButton";
import styles from "./Look.module.css";

type Props = {
  label: string;
  hint: string;
  /** The address of an uploaded picture, or empty. */
  value: string;
  error: string | undefined;
  onChange: (address: string) => void;
};

/** A picture that is uploaded or removed. */
export function ImageField({ label, hint, value, error, onChange }: Props) {
  const note = useId();
  return (
    <fieldset className={styles.group} aria-describedby={note}>
      <legend className={fields.label}>{label}</legend>
      {value && <img className={styles.picture} src={value} alt="" />}
      <div className={styles.row}>
        <UploadButton onUploaded={onChange} />
        {value && (
          <Button icon="bin" onClick={() => onChange("")}>
            {t`Remove the picture`}
          </Button>
        )}
      </div>
      <p
        id={note}
        className={`${fields.note} ${error ? fields.error : ""}`}
        role={error ? "alert" : undefined}
      >
        {error ?? hint}
      </p>
    </fieldset>
  );
}
