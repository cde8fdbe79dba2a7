import { Suspense } from "react";
import type { OwnForumBan } from "../../api/types";
import { lazyPart } from "../../ui/lazyPart";

/** Only banned members need it. */
const ForumBanDetails = lazyPart(() =>
  import("./ForumBanDetails").then(({ ForumBanDetails }) => ForumBanDetails),
);

/** Shown instead of text boxes in a forum that has banned the member. */
export function ForumBanNotice({ ban }: { ban: OwnForumBan }) {
  return (
    <Suspense>
      <ForumBanDetails ban={ban} />
    </Suspense>
  );
}
