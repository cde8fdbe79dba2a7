ALTER TABLE post_revisions DROP COLUMN replaced_at;
ALTER TABLE reply_revisions DROP COLUMN replaced_at;
