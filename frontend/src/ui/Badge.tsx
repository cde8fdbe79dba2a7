import type { ReactNode } from "react";
import styles from "./Badge.module.css";

type Props = {
  tone?: "neutral" | "accent" | "success" | "danger";
  /** The meaning of an abbreviation, such as "Original poster" for OP: read out, and shown on hover and touch. */
  title?: string;
  children: ReactNode;
};

/** A small label beside a name or a title: OP, a role, a state. */
export function Badge({ tone = "neutral", title, children }: Props) {
  return (
    <span className={`${styles.badge} ${styles[tone] ?? ""}`}>
      {title ? <Explained title={title}>{children}</Explained> : children}
    </span>
  );
}

/** A tap gives it the focus, which shows the meaning as hovering does; Tab skips it. */
function Explained({ title, children }: { title: string; children: ReactNode }) {
  return (
    <span className={styles.explained} tabIndex={-1}>
      <span aria-hidden="true">{children}</span>
      <span className={styles.meaning}>{title}</span>
    </span>
  );
}
