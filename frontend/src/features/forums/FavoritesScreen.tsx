import { t } from "@lingui/core/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { notifyFailure } from "../../api/refusal";
import { paths } from "../../paths";
import { ButtonLink } from "../../ui/Button";
import { Heading } from "../../ui/Heading";
import { Screen } from "../../ui/Screen";
import { Empty } from "../../ui/States";
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
      <ForumList query={query} failed={failed()} none={<HowToFill />} />
    </Screen>
  );
}

function HowToFill() {
  return (
    <Empty icon="star">
      <p>{t`Press “Favorite?” in a forum to keep it here. Its posts then also come under Following.`}</p>
      <ButtonLink to={paths.forums}>{t`All forums`}</ButtonLink>
    </Empty>
  );
}
