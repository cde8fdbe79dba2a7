-- Events that a consumer must not miss, written in the transaction of the change and deleted in that of the
-- consumer's work. A queue: nothing may depend on the order of ids, which on PostgreSQL is not that of commits.
CREATE TABLE outbox (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    consumer TEXT NOT NULL,
    event TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    -- How often the consumer failed since it last succeeded.
    attempts INTEGER NOT NULL DEFAULT 0,
    not_before BIGINT NOT NULL,
    -- How far the consumer came, if it does its work in several steps.
    progress BIGINT NOT NULL DEFAULT 0,
    -- Failed too often: it waits for an operator.
    set_aside BOOLEAN NOT NULL DEFAULT 0
);
CREATE INDEX outbox_due ON outbox (set_aside, not_before, id);
