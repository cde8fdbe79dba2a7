-- A schema without these would show what is hidden.
DELETE FROM post_revisions WHERE hidden;
DELETE FROM reply_revisions WHERE hidden;
ALTER TABLE post_revisions DROP COLUMN hidden;
ALTER TABLE reply_revisions DROP COLUMN hidden;
