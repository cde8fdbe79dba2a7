-- What members sent with a key, and how it was answered: no status while it is being done.
CREATE TABLE idempotency_keys (
    user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    key TEXT NOT NULL,
    fingerprint BIGINT NOT NULL,
    claimed_at BIGINT NOT NULL,
    status SMALLINT,
    body TEXT,
    PRIMARY KEY (user_id, key)
);
CREATE INDEX idempotency_keys_by_age ON idempotency_keys (claimed_at);
