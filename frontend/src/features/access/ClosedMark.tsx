import { t } from "@lingui/core/macro";
import type { Visibility } from "../../api/types";
import { Badge } from "../../ui/Badge";
import styles from "./Access.module.css";
import { VisibilityIcon } from "./VisibilityIcon";

/** An icon and a word for who reads a closed forum. */
export function ClosedMark({ visibility }: { visibility: Visibility }) {
  return (
    <Badge>
      <span className={styles.mark}>
        <VisibilityIcon of={visibility} />
        {visibility === "private" ? t`Private` : t`Members only`}
      </span>
    </Badge>
  );
}
