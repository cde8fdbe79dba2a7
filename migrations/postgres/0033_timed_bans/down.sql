ALTER TABLE users ADD COLUMN banned BOOLEAN NOT NULL DEFAULT FALSE;
UPDATE users SET banned = TRUE WHERE banned_until > EXTRACT(EPOCH FROM clock_timestamp()) * 1000;
ALTER TABLE users DROP COLUMN ban_reason;
ALTER TABLE users DROP COLUMN banned_until;
