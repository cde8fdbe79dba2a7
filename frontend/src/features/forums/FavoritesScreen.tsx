import { t } from "@lingui/core/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { notifyFailure } from "../../api/refusal";
import { Heading } from "../../ui/Heading";
import { Screen } from "../../ui/Screen";
import { ForumList } from "./ForumList";
import { forumQueries } from "./queries";

const failed = () => t`An error occurred while fetching your favorite forums...`;

export function FavoritesScreen() {
  const query = useInfiniteQuery(forumQueries.favorites());
  const { error } = query;
  useEffect(() => {
    if (error) notifyFailure(failed(), error);
  }, [error]);
  return (
    <Screen width="wide">
      <Heading>{t`Favorites`}</Heading>
      <ForumList query={query} failed={failed()} />
    </Screen>
  );
}
