import { t } from "@lingui/core/macro";
import type { UseQueryResult } from "@tanstack/react-query";
import { statusOf } from "../error";
import { paths } from "../paths";
import { ButtonLink } from "./Button";
import { Heading } from "./Heading";
import { Screen } from "./Screen";
import { ErrorState } from "./States";

/** The 404 page; for deleted content with the screen's own sentence. */
export function NotFound({ text, why }: { text?: string; why?: string | undefined }) {
  return (
    <Screen>
      <Heading>{t`Not found`}</Heading>
      <ErrorState text={text ?? t`This page doesn't exist.`} reason={why} />
      <div>
        <ButtonLink icon="home" to={paths.home}>
          {t`Home`}
        </ButtonLink>
      </div>
    </Screen>
  );
}

type Props = {
  query: Pick<UseQueryResult, "error" | "refetch">;
  text: string;
  whyNotFound?: string;
};

/** Replaces a screen whose content does not exist or failed to load. */
export function LoadError({ query, text, whyNotFound }: Props) {
  if (statusOf(query.error) === 404) return <NotFound text={text} why={whyNotFound} />;
  return (
    <Screen>
      <Heading>{t`Something went wrong`}</Heading>
      <ErrorState text={text} onRetry={() => void query.refetch()} />
    </Screen>
  );
}

/** Deleted content is not shown, even if it is cached. */
export function isLoadError(query: Pick<UseQueryResult, "error" | "isLoadingError">): boolean {
  return query.isLoadingError || statusOf(query.error) === 404;
}
