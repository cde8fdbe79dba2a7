import type { ComponentProps } from "react";
import { Link, type LinkProps } from "react-router";
import styles from "./Button.module.css";
import { Icon, type IconName } from "./Icon";

type Look = { look?: "main" | "plain" | "quiet" | "danger"; icon?: IconName | undefined };

export function Button({
  look = "plain",
  icon,
  children,
  ...rest
}: ComponentProps<"button"> & Look) {
  return (
    <button type="button" {...rest} className={classes(look, rest.className)}>
      {icon && <Icon name={icon} />}
      {children}
    </button>
  );
}

export function ButtonLink({ look = "plain", icon, children, ...rest }: LinkProps & Look) {
  return (
    <Link {...rest} className={classes(look, rest.className)}>
      {icon && <Icon name={icon} />}
      {children}
    </Link>
  );
}

function classes(look: string, more = "") {
  return `${styles.button} ${styles[look]} ${more}`;
}
