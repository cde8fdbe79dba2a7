DROP TABLE notification_acts;
DROP TABLE image_uploads;
