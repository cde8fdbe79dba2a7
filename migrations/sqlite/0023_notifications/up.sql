CREATE TABLE notifications (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- 0 reply, 1 mention, 2 watched post, 3 watched forum, 4 moderation.
    kind SMALLINT NOT NULL,
    -- What was done: 0 nothing, 1 promoted, 2 demoted, 3 made a moderator, 4 moderator no longer.
    act SMALLINT NOT NULL DEFAULT 0,
    -- What it is about, as a word of letters and an id: unread ones of a kind and subject are merged.
    subject TEXT NOT NULL,
    forum_id BIGINT REFERENCES forums (id) ON DELETE CASCADE,
    post_id BIGINT REFERENCES posts (id) ON DELETE CASCADE,
    -- The latest reply.
    reply_id BIGINT REFERENCES replies (id) ON DELETE CASCADE,
    -- How many acts were merged.
    count BIGINT NOT NULL,
    -- The latest three people who acted, the latest first, each once.
    actor1_id BIGINT REFERENCES users (id),
    actor2_id BIGINT REFERENCES users (id),
    actor3_id BIGINT REFERENCES users (id),
    updated_at BIGINT NOT NULL,
    read BOOLEAN NOT NULL DEFAULT 0
);
CREATE INDEX notifications_latest ON notifications (user_id, updated_at DESC, id DESC);
CREATE INDEX notifications_by_read ON notifications (user_id, read, updated_at DESC, id DESC);
CREATE UNIQUE INDEX notifications_unread ON notifications (user_id, kind, subject) WHERE NOT read;
CREATE INDEX notifications_by_age ON notifications (updated_at);
CREATE INDEX notifications_by_forum ON notifications (forum_id);
CREATE INDEX notifications_by_post ON notifications (post_id);
CREATE INDEX notifications_by_reply ON notifications (reply_id) WHERE reply_id IS NOT NULL;
CREATE INDEX notifications_by_actor1 ON notifications (actor1_id) WHERE actor1_id IS NOT NULL;
CREATE INDEX notifications_by_actor2 ON notifications (actor2_id) WHERE actor2_id IS NOT NULL;
CREATE INDEX notifications_by_actor3 ON notifications (actor3_id) WHERE actor3_id IS NOT NULL;

-- What a member wants to be notified of; everything without a row.
CREATE TABLE notification_settings (
    user_id BIGINT PRIMARY KEY NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    reply BOOLEAN NOT NULL,
    mention BOOLEAN NOT NULL,
    watched_post BOOLEAN NOT NULL,
    watched_forum BOOLEAN NOT NULL,
    auto_watch BOOLEAN NOT NULL
);

-- Level 1 watching, 2 muted; without a row it is normal.
CREATE TABLE post_watches (
    user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    post_id BIGINT NOT NULL REFERENCES posts (id) ON DELETE CASCADE,
    level SMALLINT NOT NULL,
    PRIMARY KEY (user_id, post_id)
) WITHOUT ROWID;
CREATE INDEX post_watches_by_post ON post_watches (post_id, level, user_id);

CREATE TABLE forum_watches (
    user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    forum_id BIGINT NOT NULL REFERENCES forums (id) ON DELETE CASCADE,
    level SMALLINT NOT NULL,
    PRIMARY KEY (user_id, forum_id)
) WITHOUT ROWID;
CREATE INDEX forum_watches_by_forum ON forum_watches (forum_id, level, user_id);
