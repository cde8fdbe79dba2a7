import { Link, useSearchParams } from "react-router";
import { showCurrent } from "./showCurrent";
import styles from "./TabLinks.module.css";

type Props<Value extends string> = {
  label: string;
  /** The URL parameter of the choice. */
  param: string;
  /** The tab that is shown without the parameter. */
  standard: Value;
  tabs: { value: Value; text: string }[];
  /** A URL parameter to remove when the tab changes. */
  drops?: string;
};

/** Tabs that are links: Back, a reload and a shared link show the same. */
export function TabLinks<Value extends string>({
  label,
  param,
  standard,
  tabs,
  drops,
}: Props<Value>) {
  const [params] = useSearchParams();
  const chosen = tabs.some(({ value }) => value === params.get(param))
    ? params.get(param)
    : standard;
  const address = (tab: Value) => {
    const next = new URLSearchParams(params);
    if (drops) next.delete(drops);
    if (tab === standard) next.delete(param);
    else next.set(param, tab);
    return { search: next.toString() };
  };
  return (
    <nav ref={showCurrent} className={styles.tabs} aria-label={label}>
      {tabs.map(({ value, text }) => (
        <Link
          key={value}
          className={styles.tab}
          to={address(value)}
          preventScrollReset
          aria-current={value === chosen ? "page" : undefined}
        >
          {text}
        </Link>
      ))}
    </nav>
  );
}
