import { t } from "@lingui/core/macro";
import { useState } from "react";
import { TextField } from "../../ui/fields";
import { Avatar } from "../members/Avatar";
import { UploadButton } from "../uploads/UploadButton";
import styles from "./AvatarPicker.module.css";

/** The pictures that registration offers. */
const STOCK_AVATARS = Array.from(
  { length: 9 },
  (_, index) => `/images/avatars/avatar-${index + 1}.svg`,
);
export const DEFAULT_AVATAR = STOCK_AVATARS[0] ?? "";

type Props = {
  value: string;
  /** The picture before the change; another address in `value` is a draft of it. */
  stored?: string;
  onChange: (url: string) => void;
  error?: string | undefined;
};

/** One of the nine stock pictures, or an address with a preview. */
export function AvatarPicker({ value, stored = value, onChange, error }: Props) {
  const isTyped = value !== stored && !STOCK_AVATARS.includes(value);
  const [stock, setStock] = useState(isTyped ? stored : value);
  const [url, setUrl] = useState(isTyped ? value : "");
  // Don't fetch a half-typed address.
  const [preview, setPreview] = useState(value);
  function choose(chosen: string) {
    setStock(chosen);
    setUrl("");
    setPreview(chosen);
    onChange(chosen);
  }
  function upload(uploaded: string) {
    setUrl(uploaded);
    setPreview(uploaded);
    onChange(uploaded);
  }
  function type(typed: string) {
    setUrl(typed);
    onChange(typed.trim() || stock);
  }
  return (
    <fieldset className={styles.picker}>
      <legend>{t`Profile picture`}</legend>
      <div role="radiogroup" aria-label={t`Stock avatars`} className={styles.avatars}>
        {STOCK_AVATARS.map((one, index) => (
          <label key={one} className={styles.avatar}>
            <input type="radio" name="stock" checked={value === one} onChange={() => choose(one)} />
            <img src={one} alt={t`Avatar ${index + 1}`} width={56} height={56} />
          </label>
        ))}
      </div>
      <div className={styles.own}>
        <TextField
          label={t`Image URL`}
          inputMode="url"
          placeholder="https://…"
          value={url}
          error={error}
          onChange={(event) => type(event.target.value)}
          onBlur={() => setPreview(value.trim())}
        />
        <Avatar src={preview} alt={t`Preview`} size={56} />
      </div>
      <UploadButton onUploaded={upload} />
    </fieldset>
  );
}
