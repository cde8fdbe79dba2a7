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
  const shown = (
    <>
      {image !== undefined && <Avatar src={image} size={size} />}
      <span dir="auto">{name}</span>
    </>
  );
  if (name.startsWith("[")) return <span className={className}>{shown}</span>;
  return (
    <Link className={className} to={paths.profile(name)}>
      {shown}
    </Link>
  );
}
