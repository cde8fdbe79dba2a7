import { i18n } from "@lingui/core";
import { t } from "@lingui/core/macro";
import { Icon } from "../../ui/Icon";
import { score, useVote, type Direction, type Votable } from "./useVote";
import styles from "./Votes.module.css";

type Props = {
  of: Votable;
  across?: boolean;
  /** The server would refuse the vote; the screen says why. */
  isClosed?: boolean;
};

/** The score of a post or reply, and the buttons that vote on it. */
export function Votes({ of: tally, across = false, isClosed = false }: Props) {
  const total = i18n.number(score(tally));
  const cast = useVote(tally);
  const vote = (direction: Direction) => isClosed || cast(direction);
  return (
    <div
      className={`${styles.votes} ${across ? styles.across : ""}`}
      role="group"
      aria-label={t`Votes`}
    >
      <button
        type="button"
        className={styles.up}
        aria-label={t`Upvote`}
        data-shortcut="upvote"
        aria-pressed={tally.hasUpvoted}
        aria-disabled={isClosed}
        onClick={() => vote("up")}
      >
        <Icon name="up" filled={tally.hasUpvoted} />
      </button>
      <span className={styles.score} data-testid="score">
        {total}
      </span>
      <button
        type="button"
        className={styles.down}
        aria-label={t`Downvote`}
        aria-pressed={tally.hasDownvoted}
        aria-disabled={isClosed}
        onClick={() => vote("down")}
      >
        <Icon name="down" filled={tally.hasDownvoted} />
      </button>
    </div>
  );
}
