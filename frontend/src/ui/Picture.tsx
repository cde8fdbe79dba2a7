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
  const shown = src && src !== failed ? src : DEFAULT_AVATAR;
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

/** A post's picture; nothing where it does not load. */
export function PostPicture({ src, small = false }: { src: string; small?: boolean }) {
  const [failed, setFailed] = useState<string>();
  if (src === failed) return null;
  return (
    <img
      className={small ? styles.thumbnail : styles.picture}
      src={src}
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
  const picture = { src, decoding: "async", referrerPolicy: "no-referrer" } as const;
  return (
    <>
      <button
        type="button"
        className={styles.zoom}
        aria-label={t`Open the picture in full size`}
        onClick={() => setIsOpen(true)}
      >
        <img
          {...picture}
          alt=""
          className={styles.picture}
          loading="lazy"
          onError={() => setFailed(src)}
        />
      </button>
      {isOpen && (
        <Dialog title={t`Picture`} onClose={() => setIsOpen(false)}>
          <div className={styles.full}>
            <img {...picture} alt="" />
          </div>
        </Dialog>
      )}
    </>
  );
}
