import { t } from "@lingui/core/macro";
import { useSignedIn } from "../../api/session";
import type { Forum } from "../../api/types";
import { Button } from "../../ui/Button";
import { Icon } from "../../ui/Icon";
import styles from "./FavoriteButton.module.css";
import { useFavorite } from "./useFavorite";

/** The words of the specification say the state, so that it is not pressed besides. */
export function FavoriteButton({ forum }: { forum: Forum }) {
  const signedIn = useSignedIn();
  const toggle = useFavorite(forum);
  if (!signedIn) return null;
  return (
    <Button className={forum.favorited ? styles.on : ""} onClick={toggle}>
      <Icon name="star" filled={forum.favorited} />
      {forum.favorited ? t`Favorited` : t`Favorite?`}
    </Button>
  );
}

/** The same on a card: the star alone, in the same words with the forum's topic; for members alone. */
export function FavoriteStar({ forum }: { forum: Forum }) {
  const toggle = useFavorite(forum);
  const { topic, favorited } = forum;
  return (
    <Button
      variant="ghost"
      className={`${styles.star} ${favorited ? styles.on : ""}`}
      aria-label={favorited ? t`Favorited: ${topic}` : t`Favorite? ${topic}`}
      onClick={toggle}
    >
      <Icon name="star" filled={favorited} />
    </Button>
  );
}
