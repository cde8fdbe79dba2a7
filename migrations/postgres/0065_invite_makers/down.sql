CREATE TABLE forum_invites (
    digest TEXT PRIMARY KEY NOT NULL,
    forum_id BIGINT NOT NULL REFERENCES forums (id) ON DELETE CASCADE,
    expires_at BIGINT NOT NULL
);
INSERT INTO forum_invites (digest, forum_id, expires_at)
SELECT digest, forum_id, expires_at FROM invites WHERE forum_id IS NOT NULL;
CREATE INDEX forum_invites_of_forum ON forum_invites (forum_id);
CREATE TABLE register_invites (
    digest TEXT PRIMARY KEY NOT NULL,
    expires_at BIGINT NOT NULL
);
INSERT INTO register_invites (digest, expires_at) SELECT digest, expires_at FROM invites WHERE forum_id IS NULL;
DROP TABLE invites;
ALTER TABLE register_invites RENAME TO invites;
