import { useState } from "react";
import { useStill } from "../../ui/stills";
import { sized } from "../members/Avatar";
import styles from "./PostPicture.module.css";

/** A post's picture; nothing if it fails to load. */
export function PostPicture({ src, small = false }: { src: string; small?: boolean }) {
  const [failed, setFailed] = useState<string>();
  const large = useStill(src);
  if (src === failed) return null;
  return (
    <img
      className={small ? styles.thumbnail : styles.picture}
      src={small ? sized(src, 72) : large}
      alt=""
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      onError={() => setFailed(src)}
    />
  );
}
