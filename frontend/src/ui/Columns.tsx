import type { ReactNode } from "react";
import styles from "./Screen.module.css";
import { useMediaQuery } from "./useMediaQuery";

/** From this width on screens have a side column. */
const WITH_ASIDE = "(min-width: 1100px)";

export function useHasAside(): boolean {
  return useMediaQuery(WITH_ASIDE);
}

/** What is read, and on wide screens a column beside it. */
export function Columns({ aside, children }: { aside: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.columns}>
      {children}
      {useHasAside() && aside}
    </div>
  );
}
