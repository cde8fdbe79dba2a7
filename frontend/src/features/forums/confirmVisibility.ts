import { plural, t } from "@lingui/core/macro";
import type { Forum, Visibility } from "../../api/types";
import { confirm } from "../../ui/confirm";

/** Asks before other people may read a forum, and says what appears or disappears for whom. */
export async function confirmVisibility(forum: Forum, to: Visibility): Promise<boolean> {
  const { topic, visibility, postCount } = forum;
  if (to === visibility) return true;
  const note = consequence(visibility, to, postCount);
  return (await confirm(t`Change who can read ${topic}?`, t`Change`, "primary", { note })) !== null;
}

function consequence(from: Visibility, to: Visibility, posts: number): string {
  if (to === "private")
    return plural(posts, {
      0: "This forum disappears for everyone but its members, its moderators and admins.",
      one: "This forum and its post disappear for everyone but its members, its moderators and admins.",
      other:
        "This forum and its # posts disappear for everyone but its members, its moderators and admins.",
    });
  if (to === "public")
    return plural(posts, {
      0: "This forum becomes readable by everyone.",
      one: "# post becomes readable by everyone.",
      other: "# posts become readable by everyone.",
    });
  if (from === "public")
    return plural(posts, {
      0: "This forum disappears for everyone who is not signed in.",
      one: "This forum and its post disappear for everyone who is not signed in.",
      other: "This forum and its # posts disappear for everyone who is not signed in.",
    });
  return plural(posts, {
    0: "This forum becomes readable by everyone who is signed in.",
    one: "# post becomes readable by everyone who is signed in.",
    other: "# posts become readable by everyone who is signed in.",
  });
}
