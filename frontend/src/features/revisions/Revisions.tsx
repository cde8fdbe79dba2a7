import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { diffWordsWithSpace, type Change } from "diff";
import { useState } from "react";
import type { Revision } from "../../api/types";
import { Badge } from "../../ui/Badge";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { QueryBoundary } from "../../ui/States";
import { Time } from "../../ui/Time";
import { Person } from "../members/Person";
import { HideVersion } from "./HideVersion";
import styles from "./Revisions.module.css";
import { revisionQueries, type Revisable } from "./queries";

/** Beyond this time the comparison stops, and the whole text is shown as replaced. */
const TIMEOUT_MS = 500;

/** The versions of a post or a reply, one at a time, with the changed words marked. */
export function Revisions({ of: revisable, onClose }: { of: Revisable; onClose: () => void }) {
  const query = useQuery(revisionQueries.of(revisable));
  return (
    <Dialog title={t`Versions`} onClose={onClose} isWide>
      <QueryBoundary query={query} failed={t`Couldn't load the versions. Try again.`}>
        {(revisions) => <Versions of={revisable} revisions={revisions} />}
      </QueryBoundary>
    </Dialog>
  );
}

function Versions({ of: revisable, revisions }: { of: Revisable; revisions: Revision[] }) {
  const [at, setAt] = useState(0);
  const revision = revisions[at];
  if (!revision) return <Trans>There are no versions.</Trans>;
  const [number, total] = [revisions.length - at, revisions.length];
  const hasSeveral = total > 1;
  return (
    <>
      <div className={styles.head}>
        {hasSeveral && (
          <Button
            icon="previous"
            aria-label={t`Older version`}
            aria-disabled={number === 1}
            onClick={() => setAt(Math.min(at + 1, total - 1))}
          />
        )}
        <p className={styles.which} aria-live="polite">
          <strong>
            <Trans>
              Version {number} of {total}
            </Trans>
          </strong>
          <span>
            <Person name={revision.username} /> · <Time at={revision.at} />
          </span>
          {revision.hidden && <Badge tone="danger">{t`Hidden`}</Badge>}
        </p>
        {hasSeveral && (
          <Button
            icon="next"
            aria-label={t`Newer version`}
            aria-disabled={at === 0}
            onClick={() => setAt(Math.max(at - 1, 0))}
          />
        )}
      </div>
      <Comparison revision={revision} before={revisions[at + 1]} />
      {at > 0 && !revision.hidden && (
        <HideVersion of={revisable} revision={revision} onHidden={() => setAt(at - 1)} />
      )}
    </>
  );
}

function Comparison({ revision, before }: { revision: Revision; before: Revision | undefined }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolls, for which the keyboard has to reach it
    <div className={styles.text} role="region" aria-label={t`Changes`} tabIndex={0}>
      {revision.title !== undefined && (
        <p className={styles.title} dir="auto">
          <Difference from={before?.title} to={revision.title} />
        </p>
      )}
      <p dir="auto">
        <Difference from={before?.description} to={revision.description} />
      </p>
    </div>
  );
}

/** The first version has nothing to compare it with. */
function Difference({ from, to }: { from: string | undefined; to: string }) {
  if (from === undefined) return to;
  let offset = 0;
  return compare(from, to).map(({ value, added, removed }) => {
    const Part = added ? "ins" : removed ? "del" : "span";
    offset += value.length;
    return <Part key={offset}>{value}</Part>;
  });
}

function compare(from: string, to: string): Change[] {
  const replaced = [
    { value: from, removed: true, added: false, count: 1 },
    { value: to, removed: false, added: true, count: 1 },
  ];
  return diffWordsWithSpace(from, to, { timeout: TIMEOUT_MS }) ?? replaced;
}
