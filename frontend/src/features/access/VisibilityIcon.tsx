import type { Visibility } from "../../api/types";
import { Icon, Shape } from "../../ui/Icon";

const PEOPLE =
  "M9 11a3.2 3.2 0 1 0 0-6.4A3.2 3.2 0 0 0 9 11zM3 19.5c0-6.5 12-6.5 12 0zM15.5 5a3 3 0 0 1 0 5.6M17.5 14c2.2.8 3.5 2.4 3.5 5.5";

/** An eye, people or a lock: who may read a forum. */
export function VisibilityIcon({ of }: { of: Visibility }) {
  if (of === "members") return <Shape d={PEOPLE} />;
  return <Icon name={of === "private" ? "lock" : "show"} />;
}
