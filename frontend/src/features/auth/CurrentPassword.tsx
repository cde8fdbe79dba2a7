import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { useUser } from "../../api/session";
import { paths } from "../../paths";
import { PasswordField } from "../../ui/fields";
import { siteQueries } from "../site/queries";
import styles from "./Form.module.css";
import { providerAddress } from "./providerAddress";
import { identityQueries } from "./useIdentities";
import { usePasswordOfAccount } from "./useOwnAccount";

type Props = { name: string; label?: string; autoFocus?: boolean; error?: string | undefined };

/** Asks for the password of the account, or says what stands for it if there is none. Of the banned it is not known. */
export function CurrentPassword({ name, label = t`Your password`, ...rest }: Props) {
  const { hasPassword, isUnknown } = usePasswordOfAccount();
  if (hasPassword === false) return <SignInAgain />;
  return (
    <PasswordField
      label={label}
      name={name}
      autoComplete="current-password"
      required={hasPassword === true}
      hint={
        isUnknown
          ? t`Leave it empty if your account has no password: then this works within ten minutes of signing in.`
          : undefined
      }
      {...rest}
    />
  );
}

function SignInAgain() {
  const id = useUser()?.id ?? 0;
  const { data: identities } = useQuery(identityQueries.list(id));
  const { data: site } = useQuery(siteQueries.settings());
  const isKnown = identities && site;
  const usable = site?.signIn.providers.find((one) =>
    identities?.some(({ provider }) => provider === one.id),
  );
  return (
    <p className={styles.aside}>
      <Trans>Your account has no password. This works within ten minutes of signing in.</Trans>{" "}
      {usable ? (
        <a href={providerAddress(usable.id, paths.settings("security"))}>
          <Trans>Sign in again</Trans>
        </a>
      ) : (
        isKnown && (
          <Trans>
            If that is longer ago, <Link to={paths.logout}>sign out</Link> and sign in again with
            your passkey.
          </Trans>
        )
      )}
    </p>
  );
}
