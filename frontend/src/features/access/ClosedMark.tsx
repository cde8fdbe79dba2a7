import { t } from "@lingui/core/macro";
import type { Visibility } from "../../api/types";
import { Badge } from "../../ui/Badge";
import { Icon } from "../../ui/Icon";
import styles from "./Access.module.css";

/** An icon and a word for who reads a closed forum. */
export function ClosedMark({ visibility }: { visibility: Visibility }) {
  const isPrivate = visibility === "private";
  return (
    <Badge>
      <span className={styles.mark}>
        <Icon name={isPrivate ? "lock" : "people"} />
        {isPrivate ? t`Private` : t`Members only`}
      </span>
    </Badge>
  );
}
