import { Suspense } from "react";
import type { Visibility } from "../../api/types";
import { lazyPart } from "../../ui/lazyPart";

/** Most forums are public. */
const ClosedMark = lazyPart(() => import("./ClosedMark").then(({ ClosedMark }) => ClosedMark));

/** Says beside the topic of a forum that not everybody may read it. */
export function VisibilityMark({ of }: { of: Visibility }) {
  return (
    of !== "public" && (
      <Suspense>
        <ClosedMark visibility={of} />
      </Suspense>
    )
  );
}
