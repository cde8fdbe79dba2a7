-- What the image of a post shows, for those who can't see it.
ALTER TABLE posts ADD COLUMN image_description TEXT;
DROP VIEW shown_posts;
CREATE VIEW shown_posts AS SELECT
    id, forum_id, author_id, created_at, day, edited, upvotes, downvotes, score, reply_count, hot, active_at,
    month, title, image, description, renderer, excerpt, html, version, revised_at, locked, lock_reason,
    pinned_at, pinned_until, image_description
FROM posts WHERE hidden_at IS NULL;
