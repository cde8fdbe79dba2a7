-- Earlier versions that only moderators see.
ALTER TABLE post_revisions ADD COLUMN hidden BOOLEAN NOT NULL DEFAULT 0;
ALTER TABLE reply_revisions ADD COLUMN hidden BOOLEAN NOT NULL DEFAULT 0;
