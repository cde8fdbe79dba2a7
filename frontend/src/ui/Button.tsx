import type { ComponentProps, ReactNode } from "react";
import { Link, type LinkProps } from "react-router";
import styles from "./Button.module.css";
import { Icon, type IconName } from "./Icon";

type Variant = {
  variant?: "primary" | "secondary" | "ghost" | "danger" | "destructive";
  icon?: IconName | undefined;
};

export function Button({
  variant = "secondary",
  icon,
  children,
  ...rest
}: ComponentProps<"button"> & Variant) {
  return (
    <button type="button" {...rest} className={classes(variant, rest.className)}>
      {icon && <Icon name={icon} />}
      {children}
    </button>
  );
}

export function ButtonLink({
  variant = "secondary",
  icon,
  children,
  ...rest
}: LinkProps & Variant) {
  return (
    <Link {...rest} className={classes(variant, rest.className)}>
      {icon && <Icon name={icon} />}
      {children}
    </Link>
  );
}

/** The text beside an icon, hidden on narrow screens: the button needs an `aria-label`. */
export function ButtonLabel({ children }: { children: ReactNode }) {
  return <span className={styles.label}>{children}</span>;
}

function classes(variant: string, more = "") {
  return `${styles.button} ${styles[variant]} ${more}`;
}
