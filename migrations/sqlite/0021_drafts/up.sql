-- What members are writing. The data is the client's own.
CREATE TABLE drafts (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    key TEXT NOT NULL,
    -- Counts its writes, from 1.
    version BIGINT NOT NULL,
    data TEXT NOT NULL,
    updated_at BIGINT NOT NULL,
    UNIQUE (user_id, key)
);
CREATE INDEX drafts_latest ON drafts (user_id, updated_at DESC, id DESC);
CREATE INDEX drafts_by_age ON drafts (updated_at);
