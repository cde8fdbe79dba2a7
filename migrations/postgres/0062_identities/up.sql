-- Sign-ins at providers of OpenID Connect. The users among them may have an empty password_hash: no password.
CREATE TABLE identities (
    user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- As the operator calls it.
    provider TEXT NOT NULL,
    -- The claims iss and sub.
    issuer TEXT NOT NULL,
    subject TEXT NOT NULL,
    since BIGINT NOT NULL,
    PRIMARY KEY (user_id, provider)
);
CREATE UNIQUE INDEX identities_by_subject ON identities (subject, issuer, provider);
-- Who is at a provider now.
CREATE TABLE provider_requests (
    -- SHA-256 of the state.
    digest TEXT PRIMARY KEY NOT NULL,
    -- SHA-256 of the secret in the browser's cookie.
    browser TEXT NOT NULL,
    provider TEXT NOT NULL,
    -- Empty for none.
    next_path TEXT NOT NULL,
    -- The account to link to, and its session_version; NULL for a sign-in.
    user_id BIGINT REFERENCES users (id) ON DELETE CASCADE,
    session_version INTEGER,
    expires_at BIGINT NOT NULL
);
CREATE INDEX provider_requests_of_user ON provider_requests (user_id);
CREATE INDEX provider_requests_by_expiry ON provider_requests (expires_at);
-- Proven identities on their way to an account.
CREATE TABLE provider_tickets (
    -- SHA-256 of its text.
    digest TEXT PRIMARY KEY NOT NULL,
    -- As in provider_requests; NULL to register.
    browser TEXT,
    provider TEXT NOT NULL,
    issuer TEXT NOT NULL,
    subject TEXT NOT NULL,
    -- A name to start from.
    username TEXT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX provider_tickets_by_expiry ON provider_tickets (expires_at);
