import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";

/** Says that a link of a mail does not work any more, and what to do. */
export function LinkEnded({ children }: { children: ReactNode }) {
  return (
    <>
      <p role="alert">
        <Trans>This link does not work any more: it is too old, or was used.</Trans>
      </p>
      <p>{children}</p>
    </>
  );
}
