-- Browsers that are told of notifications.
CREATE TABLE push_subscriptions (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- The session that made it, and that it ends with.
    session_id BIGINT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    endpoint TEXT NOT NULL UNIQUE,
    -- Keys of the browser, in base64url.
    p256dh TEXT NOT NULL,
    auth TEXT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX push_subscriptions_of_user ON push_subscriptions (user_id);
CREATE INDEX push_subscriptions_of_session ON push_subscriptions (session_id);
ALTER TABLE notification_settings ADD COLUMN push BOOLEAN NOT NULL DEFAULT TRUE;
-- 0 is off.
ALTER TABLE notification_settings ADD COLUMN mail SMALLINT NOT NULL DEFAULT 0;
