-- What members saved: a post, or a reply in it.
CREATE TABLE saved (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    post_id BIGINT NOT NULL REFERENCES posts (id) ON DELETE CASCADE,
    -- None if the post itself is saved.
    reply_id BIGINT REFERENCES replies (id) ON DELETE CASCADE,
    saved_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX saved_posts ON saved (user_id, post_id) WHERE reply_id IS NULL;
CREATE UNIQUE INDEX saved_replies ON saved (user_id, reply_id) WHERE reply_id IS NOT NULL;
CREATE INDEX saved_latest ON saved (user_id, id DESC);
-- For the deletion of posts and replies.
CREATE INDEX saved_of_post ON saved (post_id);
CREATE INDEX saved_of_reply ON saved (reply_id) WHERE reply_id IS NOT NULL;
