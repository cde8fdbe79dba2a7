import { t } from "@lingui/core/macro";
import { useState } from "react";
import { Dialog } from "./Dialog";
import { useStill } from "./stills";
import styles from "./ZoomablePicture.module.css";

/** A picture in a bounded box, which opens in full size in a dialog. */
export function ZoomablePicture({ src, alt = "" }: { src: string; alt?: string | undefined }) {
  const [failed, setFailed] = useState<string>();
  const [isOpen, setIsOpen] = useState(false);
  const shown = useStill(src);
  if (src === failed) return null;
  return (
    <>
      <button
        type="button"
        className={styles.zoom}
        aria-label={
          alt ? t`Open the picture in full size: ${alt}` : t`Open the picture in full size`
        }
        onClick={() => setIsOpen(true)}
      >
        <img
          src={shown}
          alt=""
          className={styles.picture}
          loading="lazy"
          decoding="async"
          referrerPolicy="no-referrer"
          onError={() => setFailed(src)}
        />
      </button>
      {isOpen && <PictureDialog src={src} alt={alt} onClose={() => setIsOpen(false)} />}
    </>
  );
}

type PictureProps = { src: string; alt?: string; onClose: () => void };

/** A picture in full size. */
export function PictureDialog({ src, alt = "", onClose }: PictureProps) {
  return (
    <Dialog title={t`Picture`} onClose={onClose} isWide>
      <div className={styles.full}>
        <img src={src} alt={alt} decoding="async" referrerPolicy="no-referrer" />
      </div>
    </Dialog>
  );
}
