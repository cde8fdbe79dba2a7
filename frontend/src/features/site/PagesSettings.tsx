import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { api, unwrap } from "../../api/client";
import { keys } from "../../api/queryKeys";
import { notifyFailure } from "../../api/refusal";
import { paths } from "../../paths";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { confirm } from "../../ui/confirm";
import { focusHeading } from "../../ui/focus";
import { notify } from "../../ui/notify";
import { Toolbar } from "../../ui/Screen";
import { Empty, QueryBoundary } from "../../ui/States";
import styles from "./PagesSettings.module.css";
import { EditPage, PageForm } from "./PageForm";
import { siteQueries } from "./queries";

/** The slug of no page: the form for another one. */
const NEW = "";

/** The pages of the site: add, edit and delete them. */
export function PagesSettings() {
  const query = useQuery(siteQueries.pages());
  const [edited, setEdited] = useState<string>();
  const close = () => {
    setEdited(undefined);
    // The form goes with its fields.
    focusHeading();
  };
  const remove = useDeletePage();
  return (
    <QueryBoundary query={query} failed={t`Couldn't load the pages. Try again.`}>
      {(pages) => (
        <>
          {edited === NEW ? (
            <PageForm taken={pages.map(({ slug }) => slug)} onClose={close} />
          ) : (
            <div>
              <Button icon="plus" onClick={() => setEdited(NEW)}>
                {t`Add a page`}
              </Button>
            </div>
          )}
          {pages.length === 0 && edited !== NEW && (
            <Empty>
              <p>
                <Trans>
                  Pages such as an imprint are linked at the foot of every screen. “Contact the
                  administrators” leads to the page named “contact”, or else “imprint”.
                </Trans>
              </p>
            </Empty>
          )}
          {pages.length > 0 && (
            <ul className={styles.list} aria-label={t`Pages`}>
              {pages.map(({ slug, title }) =>
                edited === slug ? (
                  <li key={slug}>
                    <EditPage slug={slug} onClose={close} />
                  </li>
                ) : (
                  <Card as="div" compact key={slug} role="listitem" className={styles.page}>
                    <Link to={paths.page(slug)} dir="auto">
                      {title}
                    </Link>
                    <span className={styles.slug} dir="ltr">
                      {paths.page(slug)}
                    </span>
                    <Toolbar>
                      <Button
                        icon="edit"
                        aria-label={t`Edit ${title}`}
                        onClick={() => setEdited(slug)}
                      >
                        {t`Edit`}
                      </Button>
                      <Button
                        icon="bin"
                        variant="danger"
                        aria-label={t`Delete ${title}`}
                        onClick={() => void remove(slug, title)}
                      >
                        {t`Delete`}
                      </Button>
                    </Toolbar>
                  </Card>
                ),
              )}
            </ul>
          )}
        </>
      )}
    </QueryBoundary>
  );
}

function useDeletePage() {
  const client = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: (slug: string) =>
      unwrap(api.DELETE("/api/pages/{slug}", { params: { path: { slug } } })),
    onSuccess() {
      notify({ message: t`Page deleted.`, type: "success" });
      focusHeading();
    },
    onError: (error) => notifyFailure(t`Couldn't delete the page. Try again.`, error),
    onSettled: () => client.invalidateQueries({ queryKey: keys.pages }),
  });
  return async (slug: string, title: string) => {
    if (await confirm(t`Delete the page “${title}”?`, t`Delete`, "destructive")) mutate(slug);
  };
}
