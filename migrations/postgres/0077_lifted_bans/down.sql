ALTER TABLE reports DROP COLUMN ban_reason;
ALTER TABLE reports DROP COLUMN ban_until;
