import { useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { useModerates } from "../../api/session";
import type { Forum } from "../../api/types";
import { paths } from "../../paths";
import { Button, ButtonLink } from "../../ui/Button";
import { Heading } from "../../ui/Heading";
import { PageHeader, Toolbar } from "../../ui/Screen";
import { Time } from "../../ui/Time";
import { EditForum } from "./EditForum";
import { FavoriteButton } from "./FavoriteButton";
import styles from "./ForumHeader.module.css";
import { ForumOwnerTools } from "./ForumOwnerTools";

export function ForumHeader({ forum }: { forum: Forum }) {
  const moderates = useModerates(forum.id);
  const [editing, setEditing] = useState(false);
  return (
    <header className={styles.header}>
      <Back />
      <PageHeader>
        <Heading>{forum.topic}</Heading>
        <Toolbar>
          <FavoriteButton forum={forum} />
          <ButtonLink variant="primary" icon="plus" to={paths.createPost(forum.id)}>
            Create Post
          </ButtonLink>
        </Toolbar>
      </PageHeader>
      <p className={styles.meta}>
        {forum.author} · <Time at={forum.timeOfCreation} />
      </p>
      {editing ? (
        <EditForum forum={forum} onClose={() => setEditing(false)} />
      ) : (
        <p className={styles.description}>{forum.description}</p>
      )}
      {moderates && !editing && <ForumOwnerTools forum={forum} onEdit={() => setEditing(true)} />}
    </header>
  );
}

function Back() {
  const navigate = useNavigate();
  const { key } = useLocation();
  const goBack = () => void (key === "default" ? navigate(paths.forums) : navigate(-1));
  return (
    <div>
      <Button variant="ghost" icon="back" onClick={goBack}>
        Back
      </Button>
    </div>
  );
}
