import { plural, t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, type MouseEvent } from "react";
import { useLocation } from "react-router";
import { paths } from "../../paths";
import { Button, ButtonLink } from "../../ui/Button";
import { Icon } from "../../ui/Icon";
import menu from "../../ui/Menu.module.css";
import { setTitleCount } from "../../ui/title";
import { usePopover } from "../../ui/usePopover";
import styles from "./Bell.module.css";
import { BellPopover } from "./BellPopover";
import popoverStyles from "./BellPopover.module.css";
import { setIconCount } from "./iconCount";
import { notificationQueries } from "./queries";

/** Opens the latest notifications. The button, title and icon of the document show the unread count. */
export function Bell() {
  const { notifications, messages } = useUnread();
  useDocumentCount(notifications + messages);
  const { isOpen, close, trigger, popover } = usePopover((popover) =>
    popover.querySelector<HTMLElement>("button, a")?.focus(),
  );
  useCloseOnNavigation(close);
  const closeByLink = ({ target }: MouseEvent) => {
    if ((target as Element).closest("a")) close();
  };
  return (
    <>
      <Button
        {...trigger}
        variant="ghost"
        className={styles.bell}
        aria-label={
          notifications > 0
            ? plural(notifications, {
                one: "Notifications, # unread",
                other: "Notifications, # unread",
              })
            : t`Notifications`
        }
      >
        <Icon name="bell" />
        <Count value={notifications} />
      </Button>
      <div
        {...popover}
        className={`${menu.popover} ${popoverStyles.popover}`}
        role="group"
        aria-label={t`Notifications`}
        onClickCapture={closeByLink}
      >
        {isOpen && <BellPopover />}
      </div>
    </>
  );
}

/** A link to the open reports, if there are any. */
export function ReportCount() {
  const { reports } = useUnread();
  if (reports === 0) return null;
  const label = plural(reports, { one: "Reports, # open", other: "Reports, # open" });
  return (
    <ButtonLink
      variant="ghost"
      className={styles.bell}
      to={paths.queue}
      aria-label={label}
      title={label}
    >
      <Icon name="flag" />
      <Count value={reports} />
    </ButtonLink>
  );
}

/** The unread count on the link to the messages. */
export function MessageCount() {
  const { messages } = useUnread();
  if (messages === 0) return null;
  return (
    <>
      {/* Between the link's word and the number, for who hears them. */} <Count value={messages} />
      <span className="visually-hidden">
        {plural(messages, { one: "# unread", other: "# unread" })}
      </span>
    </>
  );
}

function Count({ value }: { value: number }) {
  if (value === 0) return null;
  return (
    <span className={styles.count} aria-hidden="true">
      {value > 99 ? "99+" : value}
    </span>
  );
}

function useUnread() {
  const { data } = useQuery(notificationQueries.unread());
  return data ?? { notifications: 0, messages: 0, reports: 0 };
}

function useDocumentCount(count: number) {
  useEffect(() => {
    setTitleCount(count);
    setIconCount(count);
  }, [count]);
  useEffect(
    () => () => {
      setTitleCount(0);
      setIconCount(0);
    },
    [],
  );
}

/** Closes it on any navigation, including Back and Forward. */
function useCloseOnNavigation(close: () => void) {
  const { key } = useLocation();
  const onNavigation = useEffectEvent((_key: string) => close());
  useEffect(() => onNavigation(key), [key]);
}
