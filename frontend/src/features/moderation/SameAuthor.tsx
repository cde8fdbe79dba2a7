import { t } from "@lingui/core/macro";
import { Plural } from "@lingui/react/macro";
import type { Report } from "../../api/types";
import { Button } from "../../ui/Button";
import styles from "./ReportCard.module.css";
import { useSameAuthorRemoval } from "./useSameAuthorRemoval";

/** Says how many more texts a deleted account left, and removes them. */
export function SameAuthor({ report }: { report: Report }) {
  const { remove, isPending } = useSameAuthorRemoval(report.id);
  const count = report.sameAuthor;
  if (count === 0) return null;
  return (
    <p className={styles.meta}>
      <span>
        <Plural
          value={count}
          one="The author deleted the account and left # more post or reply."
          other="The author deleted the account and left # more posts and replies."
        />
      </span>
      <Button variant="danger" aria-disabled={isPending} onClick={() => void remove(count)}>
        {t`Remove them`}
      </Button>
    </p>
  );
}
