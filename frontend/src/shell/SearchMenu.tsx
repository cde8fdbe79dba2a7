import { t } from "@lingui/core/macro";
import { useNavigate } from "react-router";
import { paths } from "../paths";
import { Icon } from "../ui/Icon";
import menu from "../ui/Menu.module.css";
import { Loading } from "../ui/States";
import styles from "./NavBar.module.css";
import { usePopoverOnDemand } from "./onDemand";

/** A button that looks like a search box on wide screens; it opens the real one, as `/` does. */
export function SearchMenu() {
  const navigate = useNavigate();
  const { isOpen, close, trigger, popover, parts } = usePopoverOnDemand("input");
  return (
    <>
      <button
        {...trigger}
        className={styles.search}
        aria-label={t`Search everywhere`}
        aria-keyshortcuts="/"
        data-shortcut="search"
      >
        <Icon name="search" />
        <span className={styles.searchText}>{t`Search`}</span>
        <kbd className={styles.searchText} aria-hidden="true">
          /
        </kbd>
      </button>
      <div {...popover} className={`${menu.popover} ${styles.searchPopover}`}>
        {isOpen && !parts && <Loading />}
        {isOpen && parts && (
          <parts.SearchBox
            label={t`Search everywhere`}
            value=""
            onSearch={(words) => {
              close();
              void navigate(paths.search(words));
            }}
          />
        )}
      </div>
    </>
  );
}
