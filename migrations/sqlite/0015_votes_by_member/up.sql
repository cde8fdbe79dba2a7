-- Keyed by member first: the reader's own votes on a page of posts are on one or two pages of the file. The other index
-- counts the votes on one post or reply.
CREATE TABLE post_votes_new (
    post_id BIGINT NOT NULL REFERENCES posts (id) ON DELETE CASCADE,
    user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- 1 up, -1 down.
    vote SMALLINT NOT NULL,
    PRIMARY KEY (user_id, post_id)
) WITHOUT ROWID;
INSERT INTO post_votes_new SELECT post_id, user_id, vote FROM post_votes ORDER BY user_id, post_id;
DROP TABLE post_votes;
ALTER TABLE post_votes_new RENAME TO post_votes;
CREATE INDEX post_votes_by_post ON post_votes (post_id, vote);

CREATE TABLE reply_votes_new (
    reply_id BIGINT NOT NULL REFERENCES replies (id) ON DELETE CASCADE,
    user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- 1 up, -1 down.
    vote SMALLINT NOT NULL,
    PRIMARY KEY (user_id, reply_id)
) WITHOUT ROWID;
INSERT INTO reply_votes_new SELECT reply_id, user_id, vote FROM reply_votes ORDER BY user_id, reply_id;
DROP TABLE reply_votes;
ALTER TABLE reply_votes_new RENAME TO reply_votes;
CREATE INDEX reply_votes_by_reply ON reply_votes (reply_id, vote);
