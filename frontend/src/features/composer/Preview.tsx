import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import { RichText } from "../../ui/RichText";
import { ErrorState, Loading } from "../../ui/States";
import styles from "./Composer.module.css";

/** The text as the server will show it. */
export function Preview({ text }: { text: string }) {
  const query = useQuery({
    queryKey: ["preview", text],
    queryFn: ({ signal }) => unwrap(api.POST("/api/preview", { body: { text }, signal })),
    enabled: text.trim() !== "",
    staleTime: Infinity,
    gcTime: 60_000,
  });
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a tab panel without controls takes the focus itself
    <div role="tabpanel" aria-label={t`Preview`} tabIndex={0} className={styles.preview}>
      {query.data && <RichText html={query.data.html} text={text} />}
      {query.isLoading && <Loading />}
      {query.isError && (
        <ErrorState
          text={t`Couldn't load the preview. Try again.`}
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      )}
      {!text.trim() && (
        <p className={styles.empty}>
          <Trans>Nothing to preview</Trans>
        </p>
      )}
    </div>
  );
}
