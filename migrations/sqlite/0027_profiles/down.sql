DROP INDEX replies_by_author;
CREATE INDEX replies_by_author ON replies (author_id);

ALTER TABLE users DROP COLUMN about;
ALTER TABLE users DROP COLUMN score;
ALTER TABLE users DROP COLUMN reply_count;
ALTER TABLE users DROP COLUMN post_count;
