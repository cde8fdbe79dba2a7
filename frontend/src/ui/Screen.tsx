import type { ReactNode } from "react";
import styles from "./Screen.module.css";

type Props = { width?: "wide" | "reading" | "thread" | "narrow"; children: ReactNode };

export function Screen({ width = "reading", children }: Props) {
  return <div className={`${styles.screen} ${styles[width] ?? ""}`}>{children}</div>;
}

/** The heading, with buttons beside it. */
export function PageHeader({ children }: { children: ReactNode }) {
  return <div className={styles.head}>{children}</div>;
}

export function Toolbar({ children }: { children: ReactNode }) {
  return <div className={styles.tools}>{children}</div>;
}
