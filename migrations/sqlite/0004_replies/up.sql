CREATE TABLE replies (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    post_id BIGINT NOT NULL REFERENCES posts (id) ON DELETE CASCADE,
    -- The parent reply, or 0 for the post itself, so that the indexes below can start with an equality.
    parent_id BIGINT NOT NULL,
    author_id BIGINT NOT NULL REFERENCES users (id),
    -- 0 for a reply to the post.
    depth SMALLINT NOT NULL,
    -- Empty once removed.
    description TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    removed BOOLEAN NOT NULL DEFAULT 0,
    upvotes BIGINT NOT NULL DEFAULT 0,
    downvotes BIGINT NOT NULL DEFAULT 0,
    -- upvotes - downvotes, stored for the index.
    score BIGINT NOT NULL DEFAULT 0,
    -- The number of child replies, including removed ones, which stay in the thread.
    child_count BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX replies_by_time ON replies (post_id, parent_id, created_at, id);
CREATE INDEX replies_by_score ON replies (post_id, parent_id, score, id);
CREATE INDEX replies_by_author ON replies (author_id);

CREATE TABLE reply_votes (
    reply_id BIGINT NOT NULL REFERENCES replies (id) ON DELETE CASCADE,
    user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- 1 up, -1 down.
    vote SMALLINT NOT NULL,
    PRIMARY KEY (reply_id, user_id)
) WITHOUT ROWID;
CREATE INDEX reply_votes_by_user ON reply_votes (user_id);
