ALTER TABLE users ADD COLUMN banned BOOLEAN NOT NULL DEFAULT 0;
UPDATE users SET banned = 1 WHERE banned_until > CAST(strftime('%s', 'now') AS INTEGER) * 1000;
ALTER TABLE users DROP COLUMN ban_reason;
ALTER TABLE users DROP COLUMN banned_until;
