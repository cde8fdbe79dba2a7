DROP TABLE forum_watches;
DROP TABLE post_watches;
DROP TABLE notification_settings;
DROP TABLE notifications;
