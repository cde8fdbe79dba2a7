DROP TABLE reply_revisions;
DROP TABLE post_revisions;
ALTER TABLE replies DROP COLUMN revised_at;
ALTER TABLE replies DROP COLUMN version;
ALTER TABLE posts DROP COLUMN revised_at;
ALTER TABLE posts DROP COLUMN version;
