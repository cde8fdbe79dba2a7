-- A schema without these would show what waits, or never decide it.
DELETE FROM posts WHERE held;
DELETE FROM replies WHERE held;
DELETE FROM reports WHERE held;
ALTER TABLE reports DROP COLUMN held;
DROP INDEX replies_since;
CREATE INDEX replies_since ON replies (post_id, created_at, author_id, removed);
DROP INDEX replies_held;
ALTER TABLE replies DROP COLUMN held;
ALTER TABLE posts DROP COLUMN held;
