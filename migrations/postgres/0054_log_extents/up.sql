-- The topic of a forum that an act deleted, and how many texts an act on several took.
ALTER TABLE moderation_log ADD COLUMN topic TEXT;
ALTER TABLE moderation_log ADD COLUMN texts BIGINT;
