DROP INDEX replies_by_author;
CREATE INDEX replies_by_author ON replies (author_id);
DROP INDEX posts_by_author;
CREATE INDEX posts_by_author ON posts (author_id);

ALTER TABLE users
    DROP COLUMN about,
    DROP COLUMN score,
    DROP COLUMN reply_count,
    DROP COLUMN post_count;
