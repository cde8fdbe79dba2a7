import { t } from "@lingui/core/macro";
import { lazy, Suspense, useState } from "react";
import { Button } from "./Button";
import { ICONS } from "./icons";
import type { Reportable } from "./reports";

/** Loaded with the first report. */
const ReportDialog = lazy(() =>
  import("./ReportDialog").then((module) => ({ default: module.ReportDialog })),
);

/** Opens the form by which members tell moderators of something. */
export function ReportButton({ target }: { target: Reportable }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="ghost"
        icon={ICONS.flag}
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
