import { useState } from "react";
import styles from "./Picture.module.css";

const DEFAULT_AVATAR = "/images/avatars/default.svg";

/** Somebody's picture from wherever they keep it: lazy, without referrer, in a box of fixed size. */
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
