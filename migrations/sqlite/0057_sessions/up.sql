-- What a sign-in opened: a token names its session.
CREATE TABLE sessions (
    -- Random, so that none comes again.
    id BIGINT PRIMARY KEY NOT NULL,
    user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- 0 password, 1 recovery code.
    method SMALLINT NOT NULL,
    client TEXT NOT NULL,
    network TEXT NOT NULL,
    opened_at BIGINT NOT NULL,
    -- Exact to five minutes.
    last_used_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX sessions_of_user ON sessions (user_id);
CREATE INDEX sessions_by_expiry ON sessions (expires_at);
-- Earlier tokens name none, and live for at most ten years: those of an account share one, with the account's id.
INSERT INTO sessions (id, user_id, method, client, network, opened_at, last_used_at, expires_at)
SELECT id, id, 0, '', '', unixepoch() * 1000, unixepoch() * 1000, (unixepoch() + 315360000) * 1000
FROM users WHERE id > 0 AND password_hash <> '';
