import { useId, type KeyboardEvent, type MouseEvent, type ReactNode } from "react";
import { Link } from "react-router";
import { Button } from "./Button";
import { Icon, type IconName } from "./Icon";
import styles from "./Menu.module.css";
import { usePopover } from "./usePopover";

const ITEMS = '[role^="menuitem"]';

type Props = {
  /** The name of the button, such as "More actions". */
  label: string;
  icon?: IconName;
  /** The text on the button; without it the button shows only its icon. */
  text?: ReactNode;
  /** `MenuItem`s and `MenuLink`s. */
  children: ReactNode;
};

/** A button that opens a menu: arrow keys, Home and End move, Escape and Tab close. */
export function Menu({ label, icon = "more", text, children }: Props) {
  const { isOpen, close, trigger, popover } = usePopover((menu) => itemsOf(menu)[0]?.focus());
  const closeFirst = ({ target }: MouseEvent) => {
    // Return the focus to the button first, as a dialog returns it to where it was.
    if ((target as Element).closest(ITEMS)) close();
  };
  return (
    <>
      <Button
        {...trigger}
        variant="ghost"
        className={styles.trigger}
        icon={icon}
        aria-label={text ? undefined : label}
        aria-haspopup="menu"
      >
        {text}
      </Button>
      <div
        {...popover}
        className={styles.popover}
        role="menu"
        aria-label={label}
        tabIndex={-1}
        onClickCapture={closeFirst}
        onKeyDown={(event) => move(event, close)}
      >
        {isOpen && children}
      </div>
    </>
  );
}

type ItemProps = {
  icon?: IconName;
  danger?: boolean;
  /** Whether this one of several choices is the chosen one. */
  checked?: boolean;
  /** What it does, in a line of its own. */
  hint?: string | undefined;
  onSelect: () => void;
  children: ReactNode;
};

export function MenuItem({ icon, danger = false, checked, hint, onSelect, children }: ItemProps) {
  const id = useId();
  return (
    <button
      type="button"
      role={checked === undefined ? "menuitem" : "menuitemradio"}
      aria-checked={checked}
      aria-describedby={hint && id}
      tabIndex={-1}
      className={`${styles.item} ${danger ? styles.danger : ""}`}
      onClick={onSelect}
    >
      {icon && <Icon name={icon} />}
      {hint ? (
        <span>
          {children}
          {/* Its description, not a part of its name. */}
          <span id={id} className={styles.hint} aria-hidden="true">
            {hint}
          </span>
        </span>
      ) : (
        children
      )}
      {checked && (
        <span className={styles.check}>
          <Icon name="check" />
        </span>
      )}
    </button>
  );
}

type LinkProps = { icon?: IconName; to: string; state?: unknown; children: ReactNode };

export function MenuLink({ icon, to, state, children }: LinkProps) {
  return (
    <Link role="menuitem" tabIndex={-1} className={styles.item} to={to} state={state}>
      {icon && <Icon name={icon} />}
      {children}
    </Link>
  );
}

function itemsOf(menu: HTMLElement) {
  return [...menu.querySelectorAll<HTMLElement>(ITEMS)];
}

function move(event: KeyboardEvent<HTMLElement>, close: () => void) {
  const items = itemsOf(event.currentTarget);
  const at = items.indexOf(document.activeElement as HTMLElement);
  const target = {
    ArrowDown: items[(at + 1) % items.length],
    ArrowUp: items.at(at <= 0 ? -1 : at - 1),
    Home: items[0],
    End: items.at(-1),
  }[event.key];
  if (event.key === "Tab") close();
  if (!target) return;
  event.preventDefault();
  target.focus();
}
