import { t } from "@lingui/core/macro";
import { Plural, Trans } from "@lingui/react/macro";
import { useState, type ReactNode } from "react";
import { Link } from "react-router";
import { useUser } from "../../api/session";
import type { Profile } from "../../api/types";
import { paths } from "../../paths";
import { Button, ButtonLink } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { focusHeading } from "../../ui/focus";
import { Heading } from "../../ui/Heading";
import { RichText } from "../../ui/RichText";
import { VisibilityMark } from "../access/VisibilityMark";
import { Avatar } from "../members/Avatar";
import { Joined } from "../members/Joined";
import { RoleBadge } from "../members/RoleBadge";
import { AboutForm, hasAboutDraft } from "./AboutForm";
import styles from "./ProfileHeader.module.css";

type Props = { profile: Profile; children?: ReactNode };

/** Who a member is: picture, name, role, counts, and what they say about themselves; then what a screen adds. */
export function ProfileHeader({ profile, children }: Props) {
  const user = useUser();
  const isOwn = user?.id === profile.id;
  const [editor, setEditor] = useState<"closed" | "kept" | "asked">(
    isOwn && hasAboutDraft(user.id) ? "kept" : "closed",
  );
  const isEditing = isOwn && editor !== "closed";
  const close = () => {
    setEditor("closed");
    focusHeading();
  };
  return (
    <Card as="section" className={styles.card}>
      <div className={styles.head}>
        <Avatar src={profile.user_image} size={72} />
        <div className={styles.name}>
          <Heading dir="auto">{profile.username}</Heading>
          <RoleBadge role={profile.role} />
        </div>
        {isOwn && !isEditing && (
          <Button icon="edit" onClick={() => setEditor("asked")}>
            <Trans>Edit</Trans>
          </Button>
        )}
        {user && !isOwn && (
          <ButtonLink icon="mail" to={paths.chat(profile.id)}>
            <Trans>Message</Trans>
          </ButtonLink>
        )}
      </div>
      <Counts profile={profile} />
      {isEditing ? (
        <AboutForm profile={profile} autoFocus={editor === "asked"} onClose={close} />
      ) : (
        profile.about && <RichText html={profile.about_html} text={profile.about} />
      )}
      {profile.moderates.length > 0 && <Moderates profile={profile} />}
      {children}
    </Card>
  );
}

function Counts({ profile }: { profile: Profile }) {
  return (
    <p className={styles.counts}>
      <span>
        <Plural value={profile.postCount} one="# post" other="# posts" />
      </span>
      <span>
        <Plural value={profile.replyCount} one="# reply" other="# replies" />
      </span>
      <span>
        <Plural value={profile.score} one="# point" other="# points" />
      </span>
      <span>
        <Joined at={profile.joined} />
      </span>
    </p>
  );
}

function Moderates({ profile }: { profile: Profile }) {
  return (
    <div className={styles.moderates}>
      <h2>{t`Moderates`}</h2>
      <ul>
        {profile.moderates.map(({ id, topic, visibility }) => (
          <li key={id}>
            <Link to={paths.forum(id)} dir="auto">
              {topic}
            </Link>
            {visibility && <VisibilityMark of={visibility} />}
          </li>
        ))}
      </ul>
    </div>
  );
}
