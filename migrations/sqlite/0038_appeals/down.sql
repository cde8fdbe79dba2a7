ALTER TABLE users DROP COLUMN ban_appealed;
DELETE FROM reports WHERE kind = 3;
