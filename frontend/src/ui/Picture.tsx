import { useState } from "react";
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

/** The address of an uploaded picture in the size that a dense screen needs. */
export function sized(src: string, size: number): string {
  if (!src.startsWith("/images/u/")) return src;
  return `${src}?size=${size <= 24 ? 48 : size <= 48 ? 96 : 400}`;
}

/** A post's picture; nothing if it fails to load. */
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
