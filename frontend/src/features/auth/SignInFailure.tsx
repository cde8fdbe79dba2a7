import { t } from "@lingui/core/macro";
import styles from "./Providers.module.css";

/** Says why a sign-in at a provider failed, by the code with which the server led back here. */
export function SignInFailure({ code }: { code: string | null }) {
  if (!code) return null;
  return (
    <p role="alert" className={styles.failed}>
      {sentence(code)}
    </p>
  );
}

function sentence(code: string): string {
  switch (code) {
    case "provider-unavailable":
      return t`This sign-in does not answer. Try again later, or sign in another way.`;
    case "sign-in-denied":
      return t`The sign-in was cancelled. Try again, or sign in another way.`;
    case "sign-in-refused":
      return t`This sign-in did not work. Try again, or sign in another way.`;
    case "sign-in-expired":
      return t`The sign-in took too long, or went on in another browser. Please start it again.`;
    case "too-many-attempts":
      return t`There were too many sign-ins from your network. Please wait a minute, then try again.`;
    case "identity-taken":
      return t`Another account uses this sign-in. Sign in with it and remove it there first.`;
    case "identity-exists":
      return t`Your account has such a sign-in already. Remove it first.`;
    default:
      return t`You could not be signed in. Please try again.`;
  }
}
