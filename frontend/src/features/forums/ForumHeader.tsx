import { t } from "@lingui/core/macro";
import { Suspense, useState, type ReactNode } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import { useModerates } from "../../api/session";
import type { Forum } from "../../api/types";
import { paths } from "../../paths";
import { Button, ButtonLink } from "../../ui/Button";
import { useEntrySwitch } from "../../ui/entryState";
import { focusHeading } from "../../ui/focus";
import { Heading } from "../../ui/Heading";
import { RichText } from "../../ui/RichText";
import { Toolbar } from "../../ui/Screen";
import { Loading } from "../../ui/States";
import { Time } from "../../ui/Time";
import { DESKTOP, useMediaQuery } from "../../ui/useMediaQuery";
import { ForumBanNotice } from "../bans/ForumBanNotice";
import { useOwnBan } from "../bans/ownBans";
import { Person } from "../members/Person";
import { FavoriteButton } from "./FavoriteButton";
import { ForumRules } from "./ForumRules";
import { ForumStats } from "./ForumStats";
import styles from "./ForumHeader.module.css";
import { ModeratorTools } from "./ModeratorTools";
import { lazyPart } from "../../ui/lazyPart";

/** For moderators alone. */
const EditForum = lazyPart(() => import("./EditForum").then(({ EditForum }) => EditForum));

/** `tools` stand beside the star. */
export function ForumHeader({ forum, tools }: { forum: Forum; tools?: ReactNode }) {
  const moderates = useModerates(forum.id);
  const ban = useOwnBan(forum.id);
  const [editing, setEditing] = useState(false);
  const close = () => {
    setEditing(false);
    focusHeading();
  };
  return (
    <header className={styles.header}>
      <div className={styles.head}>
        <Back />
        <Heading dir="auto">{forum.topic}</Heading>
        <Toolbar>
          <FavoriteButton forum={forum} />
          {tools}
          {moderates && <ModeratorTools forum={forum} onEdit={() => setEditing(true)} />}
          {!ban && (
            <ButtonLink variant="primary" icon="plus" to={paths.createPost(forum.id)}>
              {t`Create Post`}
            </ButtonLink>
          )}
        </Toolbar>
      </div>
      {ban && <ForumBanNotice ban={ban} />}
      {editing ? (
        <Suspense fallback={<Loading />}>
          <EditForum forum={forum} onClose={close} />
        </Suspense>
      ) : (
        <>
          <Description key={forum.id} forum={forum} />
          <ForumRules forumId={forum.id} />
          <div className={styles.meta}>
            <p>
              <Person name={forum.author} /> · <Time at={forum.timeOfCreation} />
            </p>
            <ForumStats forum={forum} />
            <Link to={paths.forumLog(forum.id)}>{t`Moderation log`}</Link>
          </div>
        </>
      )}
    </header>
  );
}

/** Longer descriptions take more than two lines. */
const LONG = { wide: 160, narrow: 90 };

function Description({ forum: { description: text, description_html: html } }: { forum: Forum }) {
  const [isWhole, setWhole] = useEntrySwitch("forum");
  const limit = useMediaQuery(DESKTOP) ? LONG.wide : LONG.narrow;
  const isLong = text.length > limit || text.includes("\n");
  return (
    <div className={styles.description}>
      <div className={isLong && !isWhole ? styles.folded : ""} onFocus={() => setWhole(true)}>
        <RichText html={html} text={text} />
      </div>
      {isLong && (
        <Button
          variant="ghost"
          className={styles.unfold}
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? t`Show less` : t`Show more`}
        </Button>
      )}
    </div>
  );
}

function Back() {
  const navigate = useNavigate();
  const { key } = useLocation();
  const goBack = () => void (key === "default" ? navigate(paths.forums) : navigate(-1));
  return (
    <Button
      variant="ghost"
      icon="back"
      className={styles.back}
      aria-label={t`Back`}
      onClick={goBack}
    />
  );
}
