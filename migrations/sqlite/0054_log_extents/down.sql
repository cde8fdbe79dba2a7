ALTER TABLE moderation_log DROP COLUMN topic;
ALTER TABLE moderation_log DROP COLUMN texts;
