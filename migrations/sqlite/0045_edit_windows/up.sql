-- When the version after it was first written: from then on, edits for five minutes replace that one.
ALTER TABLE post_revisions ADD COLUMN replaced_at BIGINT;
ALTER TABLE reply_revisions ADD COLUMN replaced_at BIGINT;
