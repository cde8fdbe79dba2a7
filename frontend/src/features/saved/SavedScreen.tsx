import { t } from "@lingui/core/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { api, unwrapPage } from "../../api/client";
import { pages } from "../../api/pages";
import { keys } from "../../api/queryKeys";
import { paths } from "../../paths";
import { Heading } from "../../ui/Heading";
import { List } from "../../ui/List";
import { RichText } from "../../ui/RichText";
import { Screen } from "../../ui/Screen";
import { Empty } from "../../ui/States";
import surface from "../../ui/Surface.module.css";
import { Time } from "../../ui/Time";
import type { Hit } from "../../api/types";
import { VisibilityMark } from "../access/VisibilityMark";
import { Person } from "../members/Person";
import { SaveButton } from "./SaveButton";
import styles from "./SavedScreen.module.css";

/** A post and a reply may have the same id, so replies get negative ones. */
type SavedItem = Omit<Hit, "id"> & { id: number; hitId: number };

const saved = pages<SavedItem>(keys.saved, async (cursor, signal) => {
  const page = await unwrapPage(api.GET("/api/saved", { params: { query: { cursor } }, signal }));
  const items = page.items.map((hit) => ({
    ...hit,
    hitId: hit.id,
    id: hit.kind === "post" ? hit.id : -hit.id,
  }));
  return { ...page, items };
});

/** The saved posts and replies, the latest first. */
export function SavedScreen() {
  const query = useInfiniteQuery(saved);
  return (
    <Screen>
      <Heading>{t`Saved`}</Heading>
      <div className={surface.surface}>
        <List
          query={query}
          label={t`Saved`}
          failed={t`Couldn't load what you saved. Try again.`}
          empty={
            <Empty>
              <p>{t`What you save shows up here.`}</p>
            </Empty>
          }
        >
          {(hit) => <Row hit={hit} />}
        </List>
      </div>
    </Screen>
  );
}

function Row({ hit }: { hit: SavedItem }) {
  const to =
    hit.kind === "reply" && hit.post ? paths.reply(hit.post.id, hit.hitId) : paths.post(hit.hitId);
  return (
    <article className={styles.row}>
      <div>
        <h2 className={styles.title}>
          <Link to={to}>
            <RichText html={hit.title_html} text="" className={styles.line} />
          </Link>
        </h2>
        <RichText html={hit.excerpt_html} text="" className={styles.excerpt} />
        <p className={styles.meta}>
          {hit.forum && (
            <Link to={paths.forum(hit.forum.id)} dir="auto">
              {hit.forum.topic}
            </Link>
          )}
          {hit.forum && <VisibilityMark of={hit.forum.visibility} />}
          <Person name={hit.user.username} />
          <Time at={hit.timeOfCreation} />
        </p>
      </div>
      <SaveButton kind={hit.kind === "reply" ? "reply" : "post"} id={hit.hitId} saved />
    </article>
  );
}
