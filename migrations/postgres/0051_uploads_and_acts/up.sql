-- Who uploaded an image, and when last: for a day its uploaders see it, whatever names it. Several may upload the same.
CREATE TABLE image_uploads (
    name TEXT COLLATE "C" NOT NULL REFERENCES images (name) ON DELETE CASCADE,
    user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    uploaded_at BIGINT NOT NULL,
    PRIMARY KEY (name, user_id)
);
CREATE INDEX image_uploads_of_user ON image_uploads (user_id);
INSERT INTO image_uploads (name, user_id, uploaded_at)
SELECT name, owner_id, uploaded_at FROM images WHERE owner_id > 0;

-- The replies that were merged into a notification, so that it follows what is shown of them.
CREATE TABLE notification_acts (
    notification_id BIGINT NOT NULL REFERENCES notifications (id) ON DELETE CASCADE,
    reply_id BIGINT NOT NULL REFERENCES replies (id) ON DELETE CASCADE,
    actor_id BIGINT NOT NULL REFERENCES users (id),
    PRIMARY KEY (notification_id, reply_id)
);
CREATE INDEX notification_acts_by_reply ON notification_acts (reply_id);
CREATE INDEX notification_acts_by_actor ON notification_acts (actor_id);
