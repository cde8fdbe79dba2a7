import { Trans } from "@lingui/react/macro";
import { Time } from "../../ui/Time";

type Props = {
  reason: string | null | undefined;
  /** Null for a permanent ban; undefined if the end is not known. */
  until: string | null | undefined;
};

/** Until when somebody is banned, in a list. */
export function BanEnd({ until }: { until: string | null }) {
  return until ? (
    <Trans>
      until <Time at={until} exact />
    </Trans>
  ) : (
    <Trans>permanent</Trans>
  );
}

/** Why somebody is banned, and until when. */
export function BanTerms({ reason, until }: Props) {
  return (
    <>
      {reason && (
        <p dir="auto">
          <Trans>
            Reason: <bdi>{reason}</bdi>
          </Trans>
        </p>
      )}
      {until && (
        <p>
          <Trans>
            The ban ends on <Time at={until} exact />
          </Trans>
        </p>
      )}
      {until === null && (
        <p>
          <Trans>The ban is permanent.</Trans>
        </p>
      )}
    </>
  );
}
