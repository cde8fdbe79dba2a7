-- The codes of an app that a sign-in asks for after the password.
CREATE TABLE second_steps (
    user_id BIGINT PRIMARY KEY NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- 160 bits, shared with the app, as 40 hexadecimal digits.
    secret TEXT NOT NULL,
    begun_at BIGINT NOT NULL,
    -- NULL until the first code.
    active_since BIGINT,
    -- The latest step of 30 seconds whose code was used.
    last_step BIGINT NOT NULL DEFAULT 0
);
-- Proofs of the first step of a sign-in.
CREATE TABLE sign_in_tickets (
    -- SHA-256 of its text.
    digest TEXT PRIMARY KEY NOT NULL,
    user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    session_version INTEGER NOT NULL,
    -- As in sessions.
    method SMALLINT NOT NULL,
    tries_left SMALLINT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX sign_in_tickets_of_user ON sign_in_tickets (user_id);
CREATE INDEX sign_in_tickets_by_expiry ON sign_in_tickets (expires_at);
