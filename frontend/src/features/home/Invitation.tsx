import { Link } from "react-router";
import { paths } from "../../paths";
import styles from "./Invitation.module.css";

/** What a visitor may do here, and how to become a member. */
export function Invitation() {
  return (
    <p className={styles.invitation}>
      Read along, or <Link to={paths.register()}>create an account</Link> to write, vote and talk to
      people.
    </p>
  );
}
