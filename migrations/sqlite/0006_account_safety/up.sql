-- Failed trials at signing in, for as long as they make anybody wait.
CREATE TABLE login_failures (
    -- What they are counted of: a name, an address.
    subject TEXT NOT NULL PRIMARY KEY,
    failures INTEGER NOT NULL,
    last_at BIGINT NOT NULL,
    locked_until BIGINT NOT NULL
) WITHOUT ROWID;
CREATE INDEX login_failures_by_age ON login_failures (last_at);

-- What is left of each recovery code that was not used yet: its SHA-256, in hexadecimal digits.
CREATE TABLE recovery_codes (
    user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    digest TEXT NOT NULL,
    PRIMARY KEY (user_id, digest)
) WITHOUT ROWID;
