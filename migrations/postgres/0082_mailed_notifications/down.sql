ALTER TABLE notifications DROP COLUMN mailed;
