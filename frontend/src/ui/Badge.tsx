import type { ReactNode } from "react";
import styles from "./Badge.module.css";

type Props = {
  tone?: "neutral" | "accent" | "success" | "danger";
  /** The meaning of an abbreviation, such as "Original poster" for OP. */
  title?: string;
  children: ReactNode;
};

/** A small label beside a name or a title: OP, a role, a state. */
export function Badge({ tone = "neutral", title, children }: Props) {
  return (
    <span className={`${styles.badge} ${styles[tone] ?? ""}`} title={title}>
      {children}
    </span>
  );
}
