-- Images that members uploaded. Their bytes are kept elsewhere: a row exists before them and until they are gone.
CREATE TABLE images (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    name TEXT NOT NULL UNIQUE,
    owner_id BIGINT NOT NULL REFERENCES users (id),
    width INTEGER NOT NULL,
    height INTEGER NOT NULL,
    bytes BIGINT NOT NULL,
    -- When it was uploaded last.
    uploaded_at BIGINT NOT NULL,
    -- Is being deleted: nothing refers to it, and nothing can any more.
    marked BOOLEAN NOT NULL DEFAULT 0
);
CREATE INDEX images_by_owner ON images (owner_id);
CREATE INDEX images_by_age ON images (uploaded_at);
CREATE INDEX images_marked ON images (id) WHERE marked;

-- Empty: a folder beside the file keeps the bytes. Backups show it as these rows, which PostgreSQL has.
CREATE TABLE image_data (
    name TEXT NOT NULL REFERENCES images (name) ON DELETE CASCADE,
    -- Pixels of the longest side, 0 for the full size.
    size INTEGER NOT NULL,
    data BLOB NOT NULL,
    PRIMARY KEY (name, size)
) WITHOUT ROWID;

-- What refers to an image: one of the columns but the first two has a value.
CREATE TABLE image_references (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    name TEXT NOT NULL REFERENCES images (name),
    user_id BIGINT REFERENCES users (id) ON DELETE CASCADE,
    forum_id BIGINT REFERENCES forums (id) ON DELETE CASCADE,
    post_id BIGINT REFERENCES posts (id) ON DELETE CASCADE,
    reply_id BIGINT REFERENCES replies (id) ON DELETE CASCADE,
    message_id BIGINT REFERENCES messages (id) ON DELETE CASCADE,
    draft_id BIGINT REFERENCES drafts (id) ON DELETE CASCADE,
    CHECK ((user_id IS NOT NULL) + (forum_id IS NOT NULL) + (post_id IS NOT NULL)
        + (reply_id IS NOT NULL) + (message_id IS NOT NULL) + (draft_id IS NOT NULL) = 1)
);
CREATE INDEX image_references_by_name ON image_references (name);
CREATE INDEX image_references_of_user ON image_references (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX image_references_of_forum ON image_references (forum_id) WHERE forum_id IS NOT NULL;
CREATE INDEX image_references_of_post ON image_references (post_id) WHERE post_id IS NOT NULL;
CREATE INDEX image_references_of_reply ON image_references (reply_id) WHERE reply_id IS NOT NULL;
CREATE INDEX image_references_of_message ON image_references (message_id) WHERE message_id IS NOT NULL;
CREATE INDEX image_references_of_draft ON image_references (draft_id) WHERE draft_id IS NOT NULL;
