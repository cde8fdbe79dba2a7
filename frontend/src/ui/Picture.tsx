import { t } from "@lingui/core/macro";
import { useState } from "react";
import { Dialog } from "./Dialog";
import styles from "./Picture.module.css";

const DEFAULT_AVATAR = "/images/avatars/default.svg";

/** A member's picture from any host: lazy, without referrer, in a box of fixed size. */
export function Avatar({
  src,
  alt = "",
  size = 32,
}: {
  src?: string;
  alt?: string;
  size?: number;
}) {
  const [failed, setFailed] = useState<string>();
  const shown = src && src !== failed ? sized(src, size) : DEFAULT_AVATAR;
  return (
    <img
      className={styles.avatar}
      src={shown}
      alt={alt}
      width={size}
      height={size}
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      onError={() => setFailed(src)}
    />
  );
}

/** An uploaded picture in the size that is drawn, sharp on dense screens too. */
export function sized(src: string, size: number): string {
  if (!src.startsWith("/images/u/")) return src;
  return `${src}?size=${size <= 24 ? 48 : size <= 48 ? 96 : 400}`;
}

/** A post's picture; nothing where it does not load. */
export function PostPicture({ src, small = false }: { src: string; small?: boolean }) {
  const [failed, setFailed] = useState<string>();
  if (src === failed) return null;
  return (
    <img
      className={small ? styles.thumbnail : styles.picture}
      src={small ? sized(src, 72) : src}
      alt=""
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      onError={() => setFailed(src)}
    />
  );
}

/** A picture in a bounded box, which opens in full size in a dialog. */
export function ZoomablePicture({ src }: { src: string }) {
  const [failed, setFailed] = useState<string>();
  const [isOpen, setIsOpen] = useState(false);
  if (src === failed) return null;
  return (
    <>
      <button
        type="button"
        className={styles.zoom}
        aria-label={t`Open the picture in full size`}
        onClick={() => setIsOpen(true)}
      >
        <img
          src={src}
          alt=""
          className={styles.picture}
          loading="lazy"
          decoding="async"
          referrerPolicy="no-referrer"
          onError={() => setFailed(src)}
        />
      </button>
      {isOpen && <PictureDialog src={src} onClose={() => setIsOpen(false)} />}
    </>
  );
}

/** A picture in full size. */
export function PictureDialog({ src, onClose }: { src: string; onClose: () => void }) {
  return (
    <Dialog title={t`Picture`} onClose={onClose} isWide>
      <div className={styles.full}>
        <img src={src} alt="" decoding="async" referrerPolicy="no-referrer" />
      </div>
    </Dialog>
  );
}
