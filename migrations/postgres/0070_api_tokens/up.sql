-- What members made for programs.
CREATE TABLE api_tokens (
    -- Random, as those of sessions, which the numbers stand beside.
    id BIGINT PRIMARY KEY NOT NULL,
    user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- SHA-256 of the token, in hexadecimal digits.
    digest TEXT COLLATE "C" NOT NULL UNIQUE,
    name TEXT COLLATE "C" NOT NULL,
    -- Words with spaces between them: read, write, moderate, admin.
    scopes TEXT COLLATE "C" NOT NULL,
    -- That of the session that made it: 0 password, 1 recovery code, 2 passkey, 3 OpenID Connect.
    method SMALLINT NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    -- Exact to five minutes; NULL until the first use.
    last_used_at BIGINT
);
CREATE INDEX api_tokens_of_user ON api_tokens (user_id);
CREATE INDEX api_tokens_by_expiry ON api_tokens (expires_at);
