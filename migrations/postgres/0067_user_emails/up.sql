-- E-mail addresses of accounts that have one.
CREATE TABLE user_emails (
    user_id BIGINT PRIMARY KEY NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- Where mails go.
    confirmed TEXT COLLATE "C",
    -- What waits for its confirmation.
    pending TEXT COLLATE "C",
    -- How many mails in a row the confirmed address refused. From three on it gets none.
    refusals INTEGER NOT NULL DEFAULT 0,
    CHECK (confirmed IS NOT NULL OR pending IS NOT NULL)
);
CREATE INDEX user_emails_by_address ON user_emails (lower(confirmed));
-- Links in mails.
CREATE TABLE email_tokens (
    -- SHA-256 of the token in the link.
    digest TEXT PRIMARY KEY NOT NULL,
    user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- What it confirms; NULL for a link to a new password.
    address TEXT,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX email_tokens_of_user ON email_tokens (user_id);
CREATE INDEX email_tokens_by_creation ON email_tokens (created_at);
