import { t } from "@lingui/core/macro";
import { Suspense } from "react";
import { Link } from "react-router";
import { useSignedIn } from "../../api/session";
import type { Forum } from "../../api/types";
import { paths } from "../../paths";
import { Card } from "../../ui/Card";
import { Time } from "../../ui/Time";
import { VisibilityMark } from "../access/VisibilityMark";
import { Person } from "../members/Person";
import { ForumStats } from "./ForumStats";
import styles from "./ForumCard.module.css";
import { lazyPart } from "../../ui/lazyPart";

/** Only members have favorites. */
const FavoriteStar = lazyPart(() =>
  import("./FavoriteButton").then(({ FavoriteStar }) => FavoriteStar),
);

type Props = {
  forum: Forum | undefined;
  heading?: "h2" | "h3";
};

/** The forum snippet: its whole surface leads to the forum. */
export function ForumCard({ forum, heading: Topic = "h2" }: Props) {
  const signedIn = useSignedIn();
  if (!forum) return <Card compact>{t`No forum data available.`}</Card>;
  return (
    <Card as="article" compact className={styles.card}>
      <div className={styles.head}>
        <Topic className={styles.topic}>
          <Link to={paths.forum(forum.id)} dir="auto">
            {forum.topic}
          </Link>
        </Topic>
        <VisibilityMark of={forum.visibility} />
        {signedIn && (
          <Suspense fallback={<span className={styles.star} />}>
            <FavoriteStar forum={forum} />
          </Suspense>
        )}
      </div>
      <p className={styles.description} dir="auto">
        {forum.excerpt ?? forum.description}
      </p>
      <p className={styles.meta}>
        <Person name={forum.author} /> · <Time at={forum.timeOfCreation} />
      </p>
      <ForumStats forum={forum} />
      <Latest latest={forum.latest} />
    </Card>
  );
}

function Latest({ latest }: Pick<Forum, "latest">) {
  if (!latest) return <p className={styles.latest}>{t`No posts yet`}</p>;
  return (
    <p className={styles.latest}>
      <Link to={paths.post(latest.id)} dir="auto">
        {latest.title}
      </Link>
      <Time at={latest.timeOfCreation} />
    </p>
  );
}
