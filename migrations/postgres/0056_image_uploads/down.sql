DROP TABLE image_uploads;
