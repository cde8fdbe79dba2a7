-- Who only reads in a forum. The first millisecond without the ban: the largest number for one without end. The clock
-- alone ends it: rows of the past stay until the next ban, and are none.
CREATE TABLE forum_bans (
    forum_id BIGINT NOT NULL REFERENCES forums (id) ON DELETE CASCADE,
    user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    banned_until BIGINT NOT NULL,
    reason TEXT,
    by_id BIGINT NOT NULL REFERENCES users (id),
    at BIGINT NOT NULL,
    PRIMARY KEY (forum_id, user_id)
);
CREATE INDEX forum_bans_latest ON forum_bans (forum_id, at, user_id);
CREATE INDEX forum_bans_of_user ON forum_bans (user_id);
CREATE INDEX forum_bans_by ON forum_bans (by_id);
