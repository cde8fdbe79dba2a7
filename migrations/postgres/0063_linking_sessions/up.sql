-- The session that asked to link; NULL for a sign-in.
ALTER TABLE provider_requests ADD COLUMN session_id BIGINT;
-- What was begun before names none.
DELETE FROM provider_requests WHERE user_id IS NOT NULL;
