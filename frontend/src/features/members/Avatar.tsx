import { useState } from "react";
import styles from "./Avatar.module.css";

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
