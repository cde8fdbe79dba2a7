import { i18n } from "@lingui/core";
import { t } from "@lingui/core/macro";
import { Plural, Trans } from "@lingui/react/macro";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { useSignedIn } from "../api/session";
import type { Forum } from "../api/types";
import { VisibilityMark } from "../features/access/VisibilityMark";
import { forumQueries } from "../features/forums/queries";
import { paths } from "../paths";
import { ButtonLink } from "../ui/Button";
import { Card } from "../ui/Card";
import { site } from "../ui/site";
import styles from "./HomeScreen.module.css";

/** The number of lines per list; a link leads to the rest. */
const SHOWN = 8;

/** The side column of wide screens: about the site, active forums, favorites. */
export function HomeSidebar() {
  const signedIn = useSignedIn();
  const { name, tagline, isOpen } = site.use();
  const { data: active = [] } = useQuery(forumQueries.active());
  return (
    <aside className={styles.sidebar} aria-label={t`About this site`}>
      <Card compact>
        <h2 className={styles.title}>{t`About ${name}`}</h2>
        <p className={styles.about}>
          {tagline || (
            <Trans>
              A community forum: post, reply, vote and message people. Open to everyone.
            </Trans>
          )}
        </p>
        <div className={styles.actions}>
          {!signedIn && isOpen && (
            <ButtonLink variant="primary" to={paths.register()}>
              {t`Sign up`}
            </ButtonLink>
          )}
          <ButtonLink to={paths.createForum}>{t`Create Forum`}</ButtonLink>
        </div>
      </Card>
      {signedIn && <HomeFavorites />}
      <ForumLinks title={t`Most active this week`} forums={active}>
        <Link to={paths.forums}>{t`All forums`}</Link>
      </ForumLinks>
    </aside>
  );
}

/** The member's favorites beside the feed of home. */
function HomeFavorites() {
  const { data = [] } = useInfiniteQuery(forumQueries.favorites());
  return (
    <ForumLinks title={t`Your favorites`} forums={data.filter(({ favorited }) => favorited)}>
      <Link to={paths.favorites}>{t`All favorites`}</Link>
    </ForumLinks>
  );
}

type Props = { title: string; forums: Forum[]; children: ReactNode };

function ForumLinks({ title, forums, children }: Props) {
  if (forums.length === 0) return null;
  return (
    <Card compact>
      <h2 className={styles.title}>{title}</h2>
      <ul className={styles.links}>
        {forums.slice(0, SHOWN).map(({ id, topic, activity, visibility }) => (
          <li key={id}>
            <Link to={paths.forum(id)} dir="auto">
              {topic}
            </Link>
            <VisibilityMark of={visibility} />
            {activity > 0 && (
              <span className={styles.count}>
                <span aria-hidden="true">{i18n.number(activity)}</span>
                <span className="visually-hidden">
                  <Plural
                    value={activity}
                    one="# post or reply this week"
                    other="# posts and replies this week"
                  />
                </span>
              </span>
            )}
          </li>
        ))}
      </ul>
      <p className={styles.rest}>{children}</p>
    </Card>
  );
}
