import { lazy, Suspense } from "react";
import type { OwnForumBan } from "../api/types";

/** For the banned alone. */
const BanNote = lazy(() => import("./BanNote").then((module) => ({ default: module.BanNote })));

/** What stands in the place of text boxes in a forum from which the member is banned. */
export function OwnBan({ ban }: { ban: OwnForumBan }) {
  return (
    <Suspense>
      <BanNote ban={ban} />
    </Suspense>
  );
}
