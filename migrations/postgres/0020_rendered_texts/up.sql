-- What texts look like, beside them: made when they are written, and again where the renderer changed. The renderer's
-- version is 0 where none has seen the text yet. Long texts stand last.
ALTER TABLE posts ADD COLUMN renderer INTEGER NOT NULL DEFAULT 0;
ALTER TABLE posts ADD COLUMN excerpt TEXT NOT NULL DEFAULT '';
ALTER TABLE posts ADD COLUMN html TEXT NOT NULL DEFAULT '';
ALTER TABLE replies ADD COLUMN renderer INTEGER NOT NULL DEFAULT 0;
ALTER TABLE replies ADD COLUMN excerpt TEXT NOT NULL DEFAULT '';
ALTER TABLE replies ADD COLUMN html TEXT NOT NULL DEFAULT '';
ALTER TABLE messages ADD COLUMN renderer INTEGER NOT NULL DEFAULT 0;
ALTER TABLE messages ADD COLUMN html TEXT NOT NULL DEFAULT '';
ALTER TABLE forums ADD COLUMN renderer INTEGER NOT NULL DEFAULT 0;
ALTER TABLE forums ADD COLUMN html TEXT NOT NULL DEFAULT '';

-- Whom a text mentions.
CREATE TABLE post_mentions (
    post_id BIGINT NOT NULL REFERENCES posts (id) ON DELETE CASCADE,
    user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    PRIMARY KEY (post_id, user_id)
);
CREATE INDEX post_mentions_by_user ON post_mentions (user_id);
CREATE TABLE reply_mentions (
    reply_id BIGINT NOT NULL REFERENCES replies (id) ON DELETE CASCADE,
    user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    PRIMARY KEY (reply_id, user_id)
);
CREATE INDEX reply_mentions_by_user ON reply_mentions (user_id);
