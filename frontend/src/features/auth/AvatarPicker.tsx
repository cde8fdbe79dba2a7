import { TextField } from "../../ui/fields";
import { Avatar } from "../../ui/Picture";
import { STOCK_AVATARS } from "./avatars";
import styles from "./AvatarPicker.module.css";

type Props = { value: string; onChange: (url: string) => void; error?: string | undefined };

/** One of the nine stock pictures, or an address with a preview. */
export function AvatarPicker({ value, onChange, error }: Props) {
  return (
    <fieldset className={styles.picker}>
      <legend>Profile picture</legend>
      <div role="radiogroup" aria-label="Stock avatars" className={styles.avatars}>
        {STOCK_AVATARS.map((url, index) => (
          <label key={url} className={styles.avatar}>
            <input
              type="radio"
              name="stock"
              checked={value === url}
              onChange={() => onChange(url)}
            />
            <img src={url} alt={`Avatar ${index + 1}`} width={56} height={56} />
          </label>
        ))}
      </div>
      <div className={styles.own}>
        <TextField
          label="Image URL"
          inputMode="url"
          placeholder="https://…"
          value={value}
          error={error}
          onChange={(event) => onChange(event.target.value)}
        />
        <Avatar src={value.trim()} alt="Preview" size={56} />
      </div>
    </fieldset>
  );
}
