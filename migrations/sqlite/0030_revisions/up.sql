-- The versions of a text before the present one, which stands in the post or reply with its number and time.
ALTER TABLE posts ADD COLUMN version INTEGER NOT NULL DEFAULT 1;
-- None while it is as it was first written.
ALTER TABLE posts ADD COLUMN revised_at BIGINT;
ALTER TABLE replies ADD COLUMN version INTEGER NOT NULL DEFAULT 1;
ALTER TABLE replies ADD COLUMN revised_at BIGINT;
CREATE TABLE post_revisions (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    post_id BIGINT NOT NULL REFERENCES posts (id) ON DELETE CASCADE,
    version INTEGER NOT NULL,
    author_id BIGINT NOT NULL REFERENCES users (id),
    written_at BIGINT NOT NULL,
    title TEXT NOT NULL,
    description TEXT NOT NULL
);
CREATE UNIQUE INDEX post_revisions_of_post ON post_revisions (post_id, version);
CREATE INDEX post_revisions_by_author ON post_revisions (author_id);
CREATE TABLE reply_revisions (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    reply_id BIGINT NOT NULL REFERENCES replies (id) ON DELETE CASCADE,
    version INTEGER NOT NULL,
    author_id BIGINT NOT NULL REFERENCES users (id),
    written_at BIGINT NOT NULL,
    description TEXT NOT NULL
);
CREATE UNIQUE INDEX reply_revisions_of_reply ON reply_revisions (reply_id, version);
CREATE INDEX reply_revisions_by_author ON reply_revisions (author_id);
