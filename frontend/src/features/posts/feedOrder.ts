import type { HomeFeed, Period } from "./queries";

const PERIODS: readonly Period[] = ["day", "week", "month", "year"];

/** The feed of the URL; visitors have no Following. */
export function feedOrder(params: URLSearchParams, signedIn: boolean): HomeFeed {
  const feed = params.get("feed");
  if (feed === "top") {
    return { filter: "popularity", period: PERIODS.find((one) => one === params.get("period")) };
  }
  if (feed === "hot" || (feed === "following" && signedIn)) return { filter: feed };
  return { filter: "recent" };
}
