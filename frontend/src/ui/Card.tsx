import type { ComponentProps } from "react";
import styles from "./Card.module.css";

type Props = ComponentProps<"div"> & {
  as?: "div" | "section" | "article" | "aside";
  /** For rows and small cards in lists and grids. */
  compact?: boolean;
};

/** A surface with a border: the frame of forms, posts, forums and side columns. */
export function Card({ as: Element = "div", compact = false, className = "", ...rest }: Props) {
  return (
    <Element {...rest} className={`${styles.card} ${compact ? styles.compact : ""} ${className}`} />
  );
}
