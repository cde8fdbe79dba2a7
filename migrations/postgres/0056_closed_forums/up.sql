-- Who may read it: 0 everybody, 1 whoever is signed in, 2 its members, its moderators and admins. The topic_key of a private
-- one ends with its id, and it has no topic_skeleton: it takes its topic from nobody.
ALTER TABLE forums ADD COLUMN visibility SMALLINT NOT NULL DEFAULT 0;
CREATE INDEX forums_closed ON forums (visibility, id) WHERE visibility > 0;
CREATE TABLE forum_members (
    forum_id BIGINT NOT NULL REFERENCES forums (id) ON DELETE CASCADE,
    user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    since BIGINT NOT NULL,
    -- Who added the member: the member, with an invitation.
    by_id BIGINT NOT NULL REFERENCES users (id),
    PRIMARY KEY (forum_id, user_id)
);
CREATE INDEX forum_members_latest ON forum_members (forum_id, since, user_id);
CREATE INDEX forum_members_of_user ON forum_members (user_id);
CREATE INDEX forum_members_by ON forum_members (by_id);
-- Invitations to private forums, by the SHA-256 of their codes.
CREATE TABLE forum_invites (
    digest TEXT PRIMARY KEY NOT NULL,
    forum_id BIGINT NOT NULL REFERENCES forums (id) ON DELETE CASCADE,
    -- The first millisecond at which it serves no longer.
    expires_at BIGINT NOT NULL
);
CREATE INDEX forum_invites_of_forum ON forum_invites (forum_id);
-- What profiles count: what everybody may read.
CREATE VIEW counted_posts AS SELECT p.id, p.author_id, p.score
FROM posts p JOIN forums f ON f.id = p.forum_id WHERE p.hidden_at IS NULL AND f.visibility = 0;
CREATE VIEW counted_replies AS SELECT r.id, r.author_id, r.score
FROM replies r JOIN posts p ON p.id = r.post_id JOIN forums f ON f.id = p.forum_id
WHERE NOT r.hidden AND NOT r.removed AND f.visibility = 0;
-- Who may read an entry without a forum, or whose forum is gone: 0 everybody; 2 admins, as that one was closed.
ALTER TABLE moderation_log ADD COLUMN visibility SMALLINT NOT NULL DEFAULT 0;
CREATE INDEX moderation_log_closed ON moderation_log (id) WHERE visibility > 0;
