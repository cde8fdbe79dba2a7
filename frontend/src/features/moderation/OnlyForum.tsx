import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link, useSearchParams } from "react-router";
import type { Visibility } from "../../api/types";
import { paths } from "../../paths";
import { focusHeading } from "../../ui/focus";
import { VisibilityMark } from "../access/VisibilityMark";
import styles from "./OnlyForum.module.css";

type Props = {
  id: number;
  topic: string | null | undefined;
  visibility?: Visibility | undefined;
  /** A URL parameter to remove together with the filter. */
  drops?: string;
};

/** Names the forum that the URL filters a list by, with a link that removes the filter. */
export function OnlyForum({ id, topic, visibility = "public", drops }: Props) {
  const [params] = useSearchParams();
  const all = new URLSearchParams(params);
  all.delete("forum");
  if (drops) all.delete(drops);
  const forum = (
    <Link to={paths.forum(id)} dir="auto">
      {topic ?? t`this forum`}
    </Link>
  );
  return (
    <p className={styles.forum}>
      <span>
        <Trans>Only in {forum}</Trans> <VisibilityMark of={visibility} />
      </span>
      {/* The link goes with the filter. */}
      <Link to={{ search: all.toString() }} preventScrollReset onClick={focusHeading}>
        {t`Show all forums`}
      </Link>
    </p>
  );
}
