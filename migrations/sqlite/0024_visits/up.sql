-- When a member last saw a thread.
CREATE TABLE visits (
    user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    post_id BIGINT NOT NULL REFERENCES posts (id) ON DELETE CASCADE,
    visited_at BIGINT NOT NULL,
    PRIMARY KEY (user_id, post_id)
) WITHOUT ROWID;
CREATE INDEX visits_by_post ON visits (post_id);

-- The replies since a visit are counted in it alone.
CREATE INDEX replies_since ON replies (post_id, created_at, author_id, removed);
