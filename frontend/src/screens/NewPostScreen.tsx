import { t } from "@lingui/core/macro";
import { useInfiniteQuery, type UseInfiniteQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link, useSearchParams } from "react-router";
import { useUser } from "../api/session";
import type { Forum } from "../api/types";
import { VisibilityMark } from "../features/access/VisibilityMark";
import { moveDrafts } from "../features/drafts/draftStorage";
import { forumQueries } from "../features/forums/queries";
import { parseId, paths } from "../paths";
import { Heading } from "../ui/Heading";
import { List } from "../ui/List";
import { Screen } from "../ui/Screen";
import { SearchBox } from "../ui/SearchBox";
import { Empty } from "../ui/States";
import surface from "../ui/Surface.module.css";
import styles from "./CreatePostScreen.module.css";

/** Chooses the forum of a new post: favorites first, then the active ones, or by name. */
export function NewPostScreen() {
  const [params, setParams] = useSearchParams();
  const keyword = params.get("keyword")?.trim() ?? "";
  const search = (term: string) => {
    const next = new URLSearchParams(params);
    if (term) next.set("keyword", term);
    else next.delete("keyword");
    setParams(next, { replace: true });
  };
  return (
    <Screen>
      <Heading>{t`Where do you want to post?`}</Heading>
      <SearchBox label={t`Search forums`} value={keyword} onSearch={search} clear="when-filled" />
      {keyword ? <Found keyword={keyword} /> : <Suggested />}
    </Screen>
  );
}

function Found({ keyword }: { keyword: string }) {
  const none = <Empty>{t`No forums found matching your search.`}</Empty>;
  return <Choices query={useInfiniteQuery(forumQueries.search(keyword))} empty={none} />;
}

function Suggested() {
  const favorites = useInfiniteQuery(forumQueries.favorites());
  const active = useInfiniteQuery(forumQueries.list("active"));
  if (!favorites.data?.length) return <Choices query={active} />;
  return (
    <>
      <h2>{t`Your favorites`}</h2>
      <Choices query={favorites} />
      <h2>{t`All forums`}</h2>
      <Choices query={active} />
    </>
  );
}

type ChoicesProps = { query: UseInfiniteQueryResult<Forum[]>; empty?: ReactNode };

function Choices({ query, empty }: ChoicesProps) {
  return (
    <div className={surface.surface}>
      <List
        query={query}
        label={t`Forums`}
        failed={t`Unable to fetch forums. Please try again later.`}
        empty={empty}
      >
        {(forum) => <Choice forum={forum} />}
      </List>
    </div>
  );
}

/** Takes what was written for the forum of the address along. */
function Choice({ forum }: { forum: Forum }) {
  const { id, topic, visibility, excerpt, description } = forum;
  const from = parseId(useSearchParams()[0].get("from") ?? undefined);
  const user = useUser();
  const take = () => {
    if (from && from !== id)
      moveDrafts(`${user?.id}:post-in-${from}:`, `${user?.id}:post-in-${id}:`);
  };
  return (
    <div className={styles.choice}>
      <Link to={paths.createPost(id)} dir="auto" onClick={take}>
        {topic} <VisibilityMark of={visibility} />
      </Link>
      <span dir="auto">{excerpt ?? description}</span>
    </div>
  );
}
