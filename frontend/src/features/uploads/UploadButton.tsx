import { t } from "@lingui/core/macro";
import { useRef } from "react";
import { useSignedIn } from "../../api/session";
import { Button } from "../../ui/Button";
import { UploadList } from "./UploadList";
import { IMAGE_TYPES, useUploads } from "./useUploads";

/** Uploads one picture from the device, for a field that takes an address. */
export function UploadButton({ onUploaded }: { onUploaded: (url: string) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const { add, isUploading, ...list } = useUploads(({ url }) => onUploaded(url));
  // Only members can upload images.
  if (!useSignedIn()) return null;
  return (
    <div>
      <input
        ref={input}
        type="file"
        hidden
        accept={IMAGE_TYPES.join()}
        aria-label={t`Upload a picture`}
        onChange={({ target }) => {
          for (const { id } of list.uploads) list.remove(id);
          add(target.files ?? []);
          target.value = "";
        }}
      />
      <Button aria-disabled={isUploading} onClick={() => isUploading || input.current?.click()}>
        {t`Upload a picture`}
      </Button>
      <UploadList {...list} />
    </div>
  );
}
