import { t } from "@lingui/core/macro";
import { Suspense, useState, type ReactNode } from "react";
import { useLocation, useNavigate } from "react-router";
import { useModerates, useSignedIn } from "../../api/session";
import type { Forum } from "../../api/types";
import { paths } from "../../paths";
import { Button, ButtonLink } from "../../ui/Button";
import { useEntrySwitch } from "../../ui/entryState";
import { focusHeading } from "../../ui/focus";
import { Heading } from "../../ui/Heading";
import { Menu } from "../../ui/Menu";
import { RichText } from "../../ui/RichText";
import { Loading } from "../../ui/States";
import { useOverflow } from "../../ui/useOverflow";
import { VisibilityMark } from "../access/VisibilityMark";
import { ForumBanNotice } from "../bans/ForumBanNotice";
import { useOwnBan } from "../bans/ownBans";
import { FavoriteButton } from "./FavoriteButton";
import { ForumAbout } from "./ForumAbout";
import { ForumRules } from "./ForumRules";
import styles from "./ForumHeader.module.css";
import { ModeratorItems } from "./ModeratorItems";
import { lazyPart } from "../../ui/lazyPart";

/** For moderators alone. */
const EditForum = lazyPart(() => import("./EditForum").then(({ EditForum }) => EditForum));

type Props = {
  forum: Forum;
  /** What stands beside the star. */
  tools?: ReactNode;
  /** What members find in the menu. */
  menu?: ReactNode;
  /** Whether a side column says what the forum is about. */
  hasAside: boolean;
};

export function ForumHeader({ forum, tools, menu, hasAside }: Props) {
  const moderates = useModerates(forum.id);
  const signedIn = useSignedIn();
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
        <Heading dir="auto" title={forum.topic}>
          {forum.topic} <VisibilityMark of={forum.visibility} />
        </Heading>
        <div className={styles.tools}>
          {!ban && (
            <ButtonLink variant="primary" icon="plus" to={paths.createPost(forum.id)}>
              {t`Create Post`}
            </ButtonLink>
          )}
          <FavoriteButton forum={forum} />
          {tools}
          {moderates && (
            <ButtonLink icon="shield" className={styles.promote} to={paths.promote(forum.id)}>
              <span>{t`Promote to Moderator`}</span>
            </ButtonLink>
          )}
        </div>
        {signedIn && (menu || moderates) && (
          <Menu label={t`More actions`}>
            {menu}
            {moderates && <ModeratorItems forum={forum} onEdit={() => setEditing(true)} />}
          </Menu>
        )}
      </div>
      {ban && <ForumBanNotice ban={ban} />}
      {editing ? (
        <Suspense fallback={<Loading />}>
          <EditForum forum={forum} onClose={close} />
        </Suspense>
      ) : (
        !hasAside && (
          <>
            <Description key={forum.id} forum={forum} />
            <ForumRules forumId={forum.id} />
            <ForumAbout forum={forum} />
          </>
        )
      )}
    </header>
  );
}

function Description({ forum: { description: text, description_html: html } }: { forum: Forum }) {
  const [isWhole, setWhole] = useEntrySwitch("forum");
  const [ref, isCut] = useOverflow<HTMLDivElement>();
  return (
    <div className={styles.description}>
      <div ref={ref} className={isWhole ? "" : styles.folded} onFocus={() => setWhole(true)}>
        <RichText html={html} text={text} />
      </div>
      {(isCut || isWhole) && (
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
