-- Times are Unix milliseconds, UTC, in every table. Booleans are 0 and 1.
CREATE TABLE users (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    username TEXT NOT NULL,
    -- The name in lower case, for uniqueness and sorting.
    username_key TEXT NOT NULL UNIQUE,
    password_hash TEXT NOT NULL,
    image TEXT NOT NULL,
    -- 0 user, 1 moderator, 2 admin.
    role SMALLINT NOT NULL,
    banned BOOLEAN NOT NULL,
    -- A token is valid while it carries this number.
    session_version INTEGER NOT NULL,
    created_at BIGINT NOT NULL
);

-- All suffixes of each name, so that "contains" is a range of this key.
CREATE TABLE username_suffixes (
    suffix TEXT NOT NULL,
    user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    PRIMARY KEY (suffix, user_id)
) WITHOUT ROWID;
CREATE INDEX username_suffixes_by_user ON username_suffixes (user_id);
