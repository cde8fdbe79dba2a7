import { lazy, Suspense } from "react";
import type { OwnForumBan } from "../api/types";

/** For the banned alone. */
const ForumBanDetails = lazy(() =>
  import("./ForumBanDetails").then((module) => ({ default: module.ForumBanDetails })),
);

/** What stands in the place of text boxes in a forum from which the member is banned. */
export function ForumBanNotice({ ban }: { ban: OwnForumBan }) {
  return (
    <Suspense>
      <ForumBanDetails ban={ban} />
    </Suspense>
  );
}
