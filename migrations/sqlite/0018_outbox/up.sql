-- Events that a consumer must not miss: inserted in the transaction of the change, deleted in the consumer's transaction.
-- The order of ids is not the order of commits on PostgreSQL, so nothing may depend on it.
CREATE TABLE outbox (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    consumer TEXT NOT NULL,
    event TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    -- Failures of the consumer since its last success.
    attempts INTEGER NOT NULL DEFAULT 0,
    not_before BIGINT NOT NULL,
    -- Progress of a consumer that works in several steps.
    progress BIGINT NOT NULL DEFAULT 0,
    -- Failed too often; waits for an operator.
    set_aside BOOLEAN NOT NULL DEFAULT 0
);
CREATE INDEX outbox_due ON outbox (set_aside, not_before, id);
