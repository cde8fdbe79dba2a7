import { plural, t } from "@lingui/core/macro";
import { ageOf, exactTime } from "../../ui/Time";

/** How long somebody has been a member. One sentence for each unit: languages decline what stands behind "since". */
export function Joined({ at }: { at: string }) {
  return (
    <time dateTime={at} title={exactTime(at)}>
      {words(at)}
    </time>
  );
}

function words(at: string): string {
  const [unit, count] = ageOf(at) ?? (["minute", 0] as const);
  switch (unit) {
    case "year":
      return plural(count, { one: "Joined # year ago", other: "Joined # years ago" });
    case "month":
      return plural(count, { one: "Joined # month ago", other: "Joined # months ago" });
    case "week":
      return plural(count, { one: "Joined # week ago", other: "Joined # weeks ago" });
    case "day":
      return plural(count, { one: "Joined # day ago", other: "Joined # days ago" });
    default:
      return t`Joined today`;
  }
}
