-- The first millisecond without the ban: 0 for no ban, the largest number for one without end. A time of the past is no
-- ban either: the clock alone ends it.
ALTER TABLE users ADD COLUMN banned_until BIGINT NOT NULL DEFAULT 0;
ALTER TABLE users ADD COLUMN ban_reason TEXT;
UPDATE users SET banned_until = 9223372036854775807 WHERE banned;
ALTER TABLE users DROP COLUMN banned;
