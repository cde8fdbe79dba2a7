-- What must reach a person outside of the site: stored in the transaction of the change it tells of, deleted once it was
-- carried there.
CREATE TABLE deliveries (
    -- AUTOINCREMENT: an id is never given twice, as a receiver may know it.
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    -- 1 mail, 2 push.
    channel SMALLINT NOT NULL,
    user_id BIGINT REFERENCES users (id) ON DELETE CASCADE,
    -- Of one channel and key only one delivery waits.
    key TEXT NOT NULL,
    data TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    -- While it is carried, when it is due again if nothing is heard of it.
    due_at BIGINT NOT NULL,
    -- Failures so far.
    attempts INTEGER NOT NULL DEFAULT 0,
    UNIQUE (channel, key)
);
CREATE INDEX deliveries_due ON deliveries (channel, due_at, id);
CREATE INDEX deliveries_user ON deliveries (user_id);
