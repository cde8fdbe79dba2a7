import { t } from "@lingui/core/macro";
import { Suspense, useState } from "react";
import { Button } from "../../ui/Button";
import type { Reportable } from "./ReportDialog";
import { lazyPart } from "../../ui/lazyPart";

/** The report form; loaded when the first one is opened. */
export const ReportDialog = lazyPart(() =>
  import("./ReportDialog").then(({ ReportDialog }) => ReportDialog),
);

/** Opens the report form. */
export function ReportButton({ target }: { target: Reportable }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="ghost"
        icon="flag"
        aria-label={t`Report`}
        title={t`Report`}
        onClick={() => setOpen(true)}
      />
      {isOpen && (
        <Suspense>
          <ReportDialog target={target} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
