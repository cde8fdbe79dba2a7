DROP TABLE push_subscriptions;
ALTER TABLE notification_settings DROP COLUMN mail;
ALTER TABLE notification_settings DROP COLUMN push;
