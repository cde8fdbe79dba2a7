import { lazy, Suspense } from "react";
import type { OwnForumBan } from "../../api/types";

/** Only banned members need it. */
const ForumBanDetails = lazy(() =>
  import("./ForumBanDetails").then((module) => ({ default: module.ForumBanDetails })),
);

/** Shown instead of text boxes in a forum that has banned the member. */
export function ForumBanNotice({ ban }: { ban: OwnForumBan }) {
  return (
    <Suspense>
      <ForumBanDetails ban={ban} />
    </Suspense>
  );
}
