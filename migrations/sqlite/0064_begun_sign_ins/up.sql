-- Who begins sign-ins: an IPv4 address or the /48 of an IPv6 address; empty if unknown, and for a member's.
ALTER TABLE passkey_challenges ADD COLUMN network TEXT NOT NULL DEFAULT '';
CREATE INDEX passkey_challenges_of_network ON passkey_challenges (network, expires_at) WHERE user_id IS NULL;
ALTER TABLE provider_requests ADD COLUMN network TEXT NOT NULL DEFAULT '';
CREATE INDEX provider_requests_of_network ON provider_requests (network, expires_at) WHERE user_id IS NULL;
-- Every ticket belongs to a browser. They live for minutes.
DROP TABLE provider_tickets;
CREATE TABLE provider_tickets (
    -- SHA-256 of its text.
    digest TEXT PRIMARY KEY NOT NULL,
    -- SHA-256 of the secret in the browser's cookie, one to complete a sign-in, another to register.
    browser TEXT NOT NULL,
    provider TEXT NOT NULL,
    issuer TEXT NOT NULL,
    subject TEXT NOT NULL,
    -- A name to start from.
    username TEXT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX provider_tickets_by_expiry ON provider_tickets (expires_at);
