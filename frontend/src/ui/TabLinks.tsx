import { Link, useSearchParams } from "react-router";
import styles from "./TabLinks.module.css";

type Props<Value extends string> = {
  label: string;
  /** The URL parameter of the choice; the first tab has none. */
  param: string;
  tabs: { value: Value; text: string }[];
};

/** Tabs that are links: Back, a reload and a shared link show the same. */
export function TabLinks<Value extends string>({ label, param, tabs }: Props<Value>) {
  const [params] = useSearchParams();
  const chosen = tabs.find(({ value }) => value === params.get(param)) ?? tabs[0];
  const address = (tab: Value) => {
    const next = new URLSearchParams(params);
    if (tab === tabs[0]?.value) next.delete(param);
    else next.set(param, tab);
    return { search: next.toString() };
  };
  return (
    <nav className={styles.tabs} aria-label={label}>
      {tabs.map(({ value, text }) => (
        <Link
          key={value}
          className={styles.tab}
          to={address(value)}
          preventScrollReset
          aria-current={value === chosen?.value ? "page" : undefined}
        >
          {text}
        </Link>
      ))}
    </nav>
  );
}
