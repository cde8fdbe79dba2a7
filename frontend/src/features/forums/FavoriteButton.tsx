import { useSignedIn } from "../../api/session";
import type { Forum } from "../../api/types";
import { Button } from "../../ui/Button";
import { useFavorite } from "./useFavorite";

export function FavoriteButton({ forum }: { forum: Forum }) {
  const signedIn = useSignedIn();
  const toggle = useFavorite(forum);
  if (!signedIn) return null;
  return (
    <Button icon="star" aria-pressed={forum.favorited} onClick={toggle}>
      {forum.favorited ? "Favorited" : "Favorite?"}
    </Button>
  );
}
