-- What of a notification was mailed: its `updated_at` at that time, or 0.
ALTER TABLE notifications ADD COLUMN mailed BIGINT NOT NULL DEFAULT 0;
