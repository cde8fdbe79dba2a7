import { t } from "@lingui/core/macro";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useLocation } from "react-router";
import { useSignedIn } from "../../api/session";
import { statusOf } from "../../error";
import { paths } from "../../paths";
import { ButtonLink } from "../../ui/Button";
import { Heading } from "../../ui/Heading";
import { Screen, Toolbar } from "../../ui/Screen";
import { ErrorState } from "../../ui/States";

type NotFoundProps = { text?: string; why?: string | undefined; children?: ReactNode };

/** The 404 page; for deleted content with the screen's own sentence, and with further ways on. */
export function NotFound({ text, why, children }: NotFoundProps) {
  return (
    <Screen>
      <Heading>{t`Not found`}</Heading>
      <ErrorState text={text ?? t`This page doesn't exist.`} reason={why} />
      <Toolbar>
        {children}
        <ButtonLink icon="home" to={paths.home}>
          {t`Home`}
        </ButtonLink>
      </Toolbar>
    </Screen>
  );
}

type Props = {
  query: Pick<UseQueryResult, "error" | "refetch">;
  text: string;
  whyNotFound?: string;
  /** It may be in a closed forum, which visitors are not told. */
  isInForum?: true;
};

/** Replaces a screen whose content does not exist or failed to load. */
export function LoadError({ query, text, whyNotFound, isInForum }: Props) {
  const signedIn = useSignedIn();
  if (statusOf(query.error) === 404)
    return isInForum && !signedIn ? (
      <NotFound text={text} why={t`It doesn't exist, or you have to sign in to see it.`}>
        <SignIn />
      </NotFound>
    ) : (
      <NotFound text={text} why={whyNotFound} />
    );
  return (
    <Screen>
      <Heading>{t`Something went wrong`}</Heading>
      <ErrorState text={text} onRetry={() => void query.refetch()} />
    </Screen>
  );
}

/** Leads to the login, and back. */
function SignIn() {
  const { pathname, search, hash } = useLocation();
  return (
    <ButtonLink variant="primary" icon="enter" to={paths.login(pathname + search + hash)}>
      {t`Sign in`}
    </ButtonLink>
  );
}

/** Deleted content is not shown, even if it is cached. */
export function isLoadError(query: Pick<UseQueryResult, "error" | "isLoadingError">): boolean {
  return query.isLoadingError || statusOf(query.error) === 404;
}
