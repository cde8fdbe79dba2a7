import { t } from "@lingui/core/macro";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { paths } from "../../paths";
import { Avatar } from "./Avatar";

type Props = {
  name: string;
  /** The address of the picture before the name; without it there is none. */
  image?: string | undefined;
  size?: number;
  className?: string | undefined;
};

/** A member's picture and name as a link to the profile; `[deleted]` has no profile. */
export function Person({ name, image, size, className }: Props) {
  return (
    <Profile name={name} className={className}>
      {image !== undefined && <Avatar src={image} size={size} />}
      <span dir="auto">{name === "[deleted]" ? t`[deleted]` : name}</span>
    </Profile>
  );
}

/** A picture as a link to the profile. The keyboard skips it, as the name beside it is a link too. */
export function PersonPicture({ name, image, size, className }: Props) {
  return (
    <Profile name={name} className={className} isDouble>
      <Avatar src={image ?? ""} size={size} />
    </Profile>
  );
}

type ProfileProps = {
  name: string;
  className: string | undefined;
  isDouble?: true;
  children: ReactNode;
};

function Profile({ name, className, isDouble, children }: ProfileProps) {
  if (name.startsWith("[")) return <span className={className}>{children}</span>;
  return (
    <Link
      className={className}
      to={paths.profile(name)}
      tabIndex={isDouble && -1}
      aria-hidden={isDouble}
    >
      {children}
    </Link>
  );
}
