import { t } from "@lingui/core/macro";
import { Button } from "../../ui/Button";
import styles from "./UploadList.module.css";
import type { Upload, useUploads } from "./useUploads";

type Props = Omit<ReturnType<typeof useUploads>, "add" | "isUploading">;

/** Uploads with their progress, and failed ones with the reason. */
export function UploadList({ uploads, remove, retry }: Props) {
  const [running, refused] = [
    uploads.filter(({ error }) => error === undefined),
    uploads.filter(({ error }) => error !== undefined),
  ];
  return (
    <>
      {/* A live region is there before its text; an alert is announced as it appears. */}
      <div aria-live="polite">
        {running.map((upload) => (
          <Running key={upload.id} upload={upload} onCancel={() => remove(upload.id)} />
        ))}
      </div>
      {refused.map((upload) => (
        <p key={upload.id} className={`${styles.row} ${styles.refused}`}>
          <span className={styles.name} role="alert">
            {upload.error}
          </span>
          {upload.canRetry && (
            <Button variant="ghost" onClick={() => retry(upload)}>{t`Try again`}</Button>
          )}
          <Button
            variant="ghost"
            icon="close"
            aria-label={t`Dismiss`}
            onClick={() => remove(upload.id)}
          />
        </p>
      ))}
    </>
  );
}

function Running({ upload, onCancel }: { upload: Upload; onCancel: () => void }) {
  const { name } = upload.file;
  return (
    <p className={`${styles.row} ${styles.running}`}>
      <span className={styles.name}>{t`Uploading ${name}…`}</span>
      {/* All of it is sent, and the server decodes it. */}
      <progress
        aria-label={t`Upload progress`}
        value={upload.progress < 1 ? upload.progress : undefined}
      />
      <Button variant="ghost" onClick={onCancel}>{t`Cancel`}</Button>
    </p>
  );
}
