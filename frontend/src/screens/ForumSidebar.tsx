import { t } from "@lingui/core/macro";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useSignedIn } from "../api/session";
import type { Forum } from "../api/types";
import { VisibilityMark } from "../features/access/VisibilityMark";
import { ForumAbout } from "../features/forums/ForumAbout";
import { ForumRules } from "../features/forums/ForumRules";
import { forumQueries } from "../features/forums/queries";
import { Person } from "../features/members/Person";
import { moderationQueries } from "../features/moderation/queries";
import { hasStayed } from "../shell/hasStayed";
import { Card } from "../ui/Card";
import { RichText } from "../ui/RichText";
import styles from "./HomeScreen.module.css";

/** The most moderators that are named. */
const SHOWN = 10;

/** The side column of a forum and its posts: what it is about, its rules, its moderators. */
export function ForumSidebar({ forumId }: { forumId: number }) {
  const signedIn = useSignedIn();
  // A visitor's document brings all that its screen requests: this column adds to it only for those who stay.
  const [stays, setStays] = useState(false);
  useEffect(() => void hasStayed().then(() => setStays(true)), []);
  const enabled = signedIn || stays;
  const { data: forum } = useQuery({ ...forumQueries.detail(forumId), enabled });
  const { data: moderators = [] } = useInfiniteQuery({
    ...moderationQueries.moderators(forumId),
    enabled,
  });
  if (!forum && moderators.length === 0) return null;
  return (
    <aside className={styles.sidebar} aria-label={t`About this forum`}>
      {forum && (
        <Card compact>
          <h2 className={styles.title} dir="auto">
            {aboutOf(forum)} <VisibilityMark of={forum.visibility} />
          </h2>
          <div className={styles.about}>
            <RichText html={forum.description_html} text={forum.description} />
          </div>
          <ForumAbout forum={forum} />
          <ForumRules forumId={forumId} />
        </Card>
      )}
      {moderators.length > 0 && (
        <Card compact>
          <h2 className={styles.title}>{t`Moderators`}</h2>
          <ul className={styles.people}>
            {moderators.slice(0, SHOWN).map(({ id, username, user_image }) => (
              <li key={id}>
                <Person className={styles.person} name={username} image={user_image} size={24} />
              </li>
            ))}
          </ul>
        </Card>
      )}
    </aside>
  );
}

function aboutOf({ topic: name }: Forum): string {
  return t`About ${name}`;
}
