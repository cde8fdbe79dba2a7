import { Trans } from "@lingui/react/macro";
import type { Visibility } from "../../api/types";
import styles from "./Access.module.css";
import { VisibilityIcon } from "./VisibilityIcon";

type Props = {
  visibility: Visibility;
  topic: string;
  /** Whether it speaks of the address and not of the text. */
  isLink?: true;
};

/** Who can read what is written in a closed forum, or open the address of a post in it. */
export function ReadersNote({ visibility, topic, isLink }: Props) {
  if (visibility === "public") return null;
  const isPrivate = visibility === "private";
  const forum = <bdi>{topic}</bdi>;
  return (
    <p className={styles.note}>
      <VisibilityIcon of={visibility} />
      <span>
        {isPrivate ? (
          isLink ? (
            <Trans>Only members of {forum} can open this link.</Trans>
          ) : (
            <Trans>Only members of {forum} can read this.</Trans>
          )
        ) : isLink ? (
          <Trans>Only people who are signed in can open this link.</Trans>
        ) : (
          <Trans>Only people who are signed in can read this.</Trans>
        )}
      </span>
    </p>
  );
}
