ALTER TABLE notification_settings DROP COLUMN mailed_at;
