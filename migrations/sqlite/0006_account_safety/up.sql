-- Failed logins, until they no longer delay anyone.
CREATE TABLE login_failures (
    -- The throttled name or address.
    subject TEXT NOT NULL PRIMARY KEY,
    failures INTEGER NOT NULL,
    last_at BIGINT NOT NULL,
    locked_until BIGINT NOT NULL
) WITHOUT ROWID;
CREATE INDEX login_failures_by_age ON login_failures (last_at);

-- The SHA-256 of each unused recovery code, in hexadecimal digits.
CREATE TABLE recovery_codes (
    user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    digest TEXT NOT NULL,
    PRIMARY KEY (user_id, digest)
) WITHOUT ROWID;
