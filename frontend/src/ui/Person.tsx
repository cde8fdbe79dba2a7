import type { ReactNode } from "react";
import { Link } from "react-router";
import { paths } from "../paths";
import { Avatar } from "./Picture";

type Props = {
  name: string;
  /** The picture before the name; none if it is missing. */
  image?: string | undefined;
  size?: number;
  className?: string | undefined;
};

/** A member's picture and name, which lead to the profile. `[deleted]` has none. */
export function Person({ name, image, size, className }: Props) {
  return (
    <Profile name={name} className={className}>
      {image !== undefined && <Avatar src={image} size={size} />}
      <span dir="auto">{name}</span>
    </Profile>
  );
}

/** A picture by itself that leads to the profile; the name beside it is the link for the keyboard. */
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
