import { t } from "@lingui/core/macro";
import { useRef, useState } from "react";
import { Button } from "../../ui/Button";
import { TextField } from "../../ui/fields";
import { LimitedField } from "../../ui/LimitedField";
import { UploadButton } from "../uploads/UploadButton";
import styles from "./PictureField.module.css";
import { PostPicture } from "./PostPicture";

const MAX_DESCRIPTION = 300;

export type Picture = { image: string; imageDescription: string };

type Props = {
  picture: Picture;
  errors: Partial<Record<keyof Picture, string>>;
  onChange: (change: Partial<Picture>) => void;
};

/** The picture of a post: one field that takes an address or an upload, then what it shows. */
export function PictureField({ picture: { image, imageDescription }, errors, onChange }: Props) {
  const input = useRef<HTMLInputElement>(null);
  // Not while typing: every key would fetch another address.
  const [preview, setPreview] = useState(image);
  const isThere = image.trim() !== "";
  function remove() {
    onChange({ image: "", imageDescription: "" });
    setPreview("");
    // The button goes with the picture.
    input.current?.focus();
  }
  return (
    <fieldset className={styles.picture}>
      <legend className="visually-hidden">{t`Picture`}</legend>
      <div className={styles.source}>
        <TextField
          ref={input}
          label={t`Image URL`}
          hint={t`Optional`}
          placeholder="https://…"
          inputMode="url"
          value={image}
          error={errors.image}
          onBlur={() => setPreview(image)}
          onChange={(event) => onChange({ image: event.target.value })}
        />
        <UploadButton
          onUploaded={(url) => {
            onChange({ image: url });
            setPreview(url);
          }}
        />
      </div>
      {isThere && (
        <>
          {isPictureUrl(preview) && preview === image && <PostPicture src={preview.trim()} />}
          <LimitedField
            label={t`Picture description`}
            hint={t`What it shows, for people who can't see it.`}
            dir="auto"
            maxLength={MAX_DESCRIPTION}
            value={imageDescription}
            error={errors.imageDescription}
            onChange={(event) => onChange({ imageDescription: event.target.value })}
          />
          <div>
            <Button icon="bin" onClick={remove}>{t`Remove the picture`}</Button>
          </div>
        </>
      )}
    </fieldset>
  );
}

function isPictureUrl(text: string): boolean {
  if (text.startsWith("/images/u/")) return true;
  return /^https?:\/\/[^/]+\.[^/]+\/./.test(text.trim()) && URL.canParse(text.trim());
}
