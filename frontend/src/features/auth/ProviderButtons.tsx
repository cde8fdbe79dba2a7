import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { ButtonLink } from "../../ui/Button";
import { siteQueries } from "../site/queries";
import { keptInvite, providerAddress } from "./providerAddress";
import styles from "./Providers.module.css";

/** Leads to the providers at which this site lets people sign in; shows nothing if there are none. */
export function ProviderButtons({ next, invite }: { next: string; invite?: string | undefined }) {
  const { data: site } = useQuery(siteQueries.settings());
  const providers = site?.signIn.providers ?? [];
  if (providers.length === 0) return null;
  return (
    <div className={styles.providers}>
      <p className={styles.or}>
        <Trans>or</Trans>
      </p>
      {providers.map(({ id, name }) => (
        <ButtonLink
          key={id}
          to={providerAddress(id, next)}
          reloadDocument
          onClick={() => keptInvite.keep(invite)}
        >
          {t`Continue with ${name}`}
        </ButtonLink>
      ))}
    </div>
  );
}
