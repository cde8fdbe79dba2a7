import { t } from "@lingui/core/macro";
import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import type { Day } from "../../api/types";

/** How many days a chart shows. */
export const PERIODS = [30, 365] as const;
export type Period = (typeof PERIODS)[number];

export const statistics = (days: Period) =>
  queryOptions({
    queryKey: ["site", "statistics", days],
    queryFn: ({ signal }) =>
      unwrap(api.GET("/api/site/statistics", { params: { query: { days } }, signal })),
  });

export type Figure = Exclude<keyof Day, "day">;

/** The curves, in the order of their charts. */
export function figures(): { key: Figure; label: string }[] {
  return [
    { key: "activeMembers", label: t`Active members` },
    { key: "registrations", label: t`Registrations` },
    { key: "posts", label: t`Posts` },
    { key: "replies", label: t`Replies` },
    { key: "messages", label: t`Messages` },
    { key: "reports", label: t`Reports` },
  ];
}

export function sum(days: readonly Day[], figure: Figure): number {
  return days.reduce((total, day) => total + day[figure], 0);
}
