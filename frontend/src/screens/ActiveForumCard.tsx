import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Suspense } from "react";
import { Link } from "react-router";
import { useSignedIn } from "../api/session";
import type { Forum } from "../api/types";
import { VisibilityMark } from "../features/access/VisibilityMark";
import { Person } from "../features/members/Person";
import { paths } from "../paths";
import { lazyPart } from "../ui/lazyPart";
import { Time } from "../ui/Time";
import styles from "./HomeCard.module.css";

/** Only members have favorites. */
const FavoriteStar = lazyPart(() =>
  import("../features/forums/FavoriteButton").then(({ FavoriteStar }) => FavoriteStar),
);

/** A forum as a low card of the carousel, or a row on narrow screens. */
export function ActiveForumCard({ forum }: { forum: Forum }) {
  const signedIn = useSignedIn();
  const { latest } = forum;
  return (
    <article className={`${styles.card} ${styles.low}`}>
      <div className={styles.head}>
        <h3 className={styles.title} dir="auto">
          <Link to={paths.forum(forum.id)}>{forum.topic}</Link>
        </h3>
        <VisibilityMark of={forum.visibility} />
        {/* Not below, where it would be taken for the author of the latest post. */}
        <Person className={styles.author} name={forum.author} />
        {signedIn && (
          <Suspense fallback={<span className={styles.star} />}>
            <FavoriteStar forum={forum} />
          </Suspense>
        )}
      </div>
      <p className={styles.meta}>
        <span>
          {latest ? (
            <Trans>
              Latest post <Time at={latest.timeOfCreation} />
            </Trans>
          ) : (
            t`No posts yet`
          )}
        </span>
        <span dir="auto">{forum.excerpt ?? forum.description}</span>
      </p>
    </article>
  );
}
