import { Trans } from "@lingui/react/macro";
import { Link } from "react-router";
import { paths } from "../../paths";
import styles from "./SignUpPrompt.module.css";

/** Tells visitors what they can do and links to the registration. */
export function SignUpPrompt() {
  return (
    <p className={styles.prompt}>
      <Trans>
        Browse freely, or <Link to={paths.register()}>sign up</Link> to take part
      </Trans>
    </p>
  );
}
