-- What a moderator removes is hidden and kept for thirty days: a post with all that is under it, and of a reply the text.
-- None while the post is shown.
ALTER TABLE posts ADD COLUMN hidden_at BIGINT;
-- Whether its post is hidden.
ALTER TABLE replies ADD COLUMN hidden BOOLEAN NOT NULL DEFAULT 0;

-- The text of a reply that a moderator removed, until it is restored or wiped.
CREATE TABLE removed_replies (
    reply_id INTEGER PRIMARY KEY NOT NULL REFERENCES replies (id) ON DELETE CASCADE,
    description TEXT NOT NULL,
    hidden_at BIGINT NOT NULL
);
CREATE INDEX removed_replies_by_age ON removed_replies (hidden_at);

-- Lists pass over hidden posts within their indexes. Those of periods are read alone, so they have all that a query
-- names, also the condition.
DROP INDEX posts_newest;
DROP INDEX posts_popular;
DROP INDEX posts_newest_by_forum;
DROP INDEX posts_popular_by_forum;
DROP INDEX posts_popular_by_day;
DROP INDEX posts_popular_by_forum_and_day;
DROP INDEX posts_hot;
DROP INDEX posts_hot_by_forum;
DROP INDEX posts_active;
DROP INDEX posts_active_by_forum;
DROP INDEX posts_popular_by_month;
DROP INDEX posts_popular_by_forum_and_month;
CREATE INDEX posts_newest ON posts (created_at DESC, id DESC) WHERE hidden_at IS NULL;
CREATE INDEX posts_popular ON posts (score DESC, id DESC) WHERE hidden_at IS NULL;
CREATE INDEX posts_newest_by_forum ON posts (forum_id, created_at DESC, id DESC) WHERE hidden_at IS NULL;
CREATE INDEX posts_popular_by_forum ON posts (forum_id, score DESC, id DESC) WHERE hidden_at IS NULL;
CREATE INDEX posts_popular_by_day ON posts (day, score DESC, id DESC, created_at, hidden_at) WHERE hidden_at IS NULL;
CREATE INDEX posts_popular_by_forum_and_day ON posts (forum_id, day, score DESC, id DESC, created_at, hidden_at) WHERE hidden_at IS NULL;
CREATE INDEX posts_hot ON posts (hot DESC, id DESC) WHERE hidden_at IS NULL;
CREATE INDEX posts_hot_by_forum ON posts (forum_id, hot DESC, id DESC) WHERE hidden_at IS NULL;
CREATE INDEX posts_active ON posts (active_at DESC, id DESC) WHERE hidden_at IS NULL;
CREATE INDEX posts_active_by_forum ON posts (forum_id, active_at DESC, id DESC) WHERE hidden_at IS NULL;
CREATE INDEX posts_popular_by_month ON posts (month, score DESC, id DESC, created_at, hidden_at) WHERE hidden_at IS NULL;
CREATE INDEX posts_popular_by_forum_and_month ON posts (forum_id, month, score DESC, id DESC, created_at, hidden_at) WHERE hidden_at IS NULL;
CREATE INDEX posts_hidden ON posts (hidden_at) WHERE hidden_at IS NOT NULL;
-- For the deletion of forums: the others lack hidden posts.
CREATE INDEX posts_of_forum ON posts (forum_id);
DROP INDEX replies_by_author;
CREATE INDEX replies_by_author ON replies (author_id, removed, hidden);

-- What everybody may read. Reads go through these, so that none can forget what is hidden.
CREATE VIEW shown_posts AS SELECT
    id, forum_id, author_id, created_at, day, edited, upvotes, downvotes, score, reply_count, hot, active_at,
    month, title, image, description, renderer, excerpt, html, version, revised_at, locked, lock_reason,
    pinned_at, pinned_until
FROM posts WHERE hidden_at IS NULL;
CREATE VIEW shown_replies AS SELECT
    id, post_id, parent_id, author_id, depth, description, created_at, removed, upvotes, downvotes, score,
    child_count, best, renderer, excerpt, html, version, revised_at
FROM replies WHERE hidden = 0;
