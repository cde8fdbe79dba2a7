import { t } from "@lingui/core/macro";
import { Link, useSearchParams } from "react-router";
import styles from "./FeedTabs.module.css";

type Order = "recent" | "popularity";

/** The order of the feed that an address names. */
export function feedOrder(params: URLSearchParams): Order {
  return params.get("feed") === "top" ? "popularity" : "recent";
}

export function FeedTabs() {
  const [params] = useSearchParams();
  const current = feedOrder(params);
  const address = (order: Order) => {
    const next = new URLSearchParams(params);
    if (order === "popularity") next.set("feed", "top");
    else next.delete("feed");
    return { search: next.toString() };
  };
  const tab = (order: Order, text: string) => (
    <Link
      className={styles.tab}
      to={address(order)}
      preventScrollReset
      aria-current={order === current ? "page" : undefined}
    >
      {text}
    </Link>
  );
  return (
    <nav className={styles.tabs} aria-label={t`Feed`}>
      {tab("recent", t`New`)}
      {tab("popularity", t`Top`)}
    </nav>
  );
}
