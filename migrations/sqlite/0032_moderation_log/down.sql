DROP TABLE moderation_log;
