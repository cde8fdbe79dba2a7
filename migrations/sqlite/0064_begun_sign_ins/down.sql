DROP TABLE provider_tickets;
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
DROP INDEX passkey_challenges_of_network;
ALTER TABLE passkey_challenges DROP COLUMN network;
DROP INDEX provider_requests_of_network;
ALTER TABLE provider_requests DROP COLUMN network;
