-- Invitations to register and to private forums, by the SHA-256 of their codes, and who made them.
CREATE TABLE made_invites (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    digest TEXT NOT NULL,
    -- None: to register.
    forum_id BIGINT REFERENCES forums (id) ON DELETE CASCADE,
    -- None: an operator, or made before this migration.
    by_id BIGINT REFERENCES users (id),
    -- The first millisecond at which it serves no longer.
    expires_at BIGINT NOT NULL
);
INSERT INTO made_invites (digest, expires_at) SELECT digest, expires_at FROM invites ORDER BY expires_at;
INSERT INTO made_invites (digest, forum_id, expires_at) SELECT digest, forum_id, expires_at FROM forum_invites ORDER BY expires_at;
DROP TABLE invites;
DROP TABLE forum_invites;
ALTER TABLE made_invites RENAME TO invites;
CREATE UNIQUE INDEX invites_by_digest ON invites (digest);
CREATE INDEX invites_of_forum ON invites (forum_id, id);
CREATE INDEX invites_by_maker ON invites (by_id);
