-- When the last mail about notifications went out.
ALTER TABLE notification_settings ADD COLUMN mailed_at BIGINT NOT NULL DEFAULT 0;
