ALTER TABLE reply_votes
    ALTER COLUMN reply_id RESET (n_distinct),
    ALTER COLUMN user_id RESET (n_distinct);
ALTER TABLE post_votes
    ALTER COLUMN post_id RESET (n_distinct),
    ALTER COLUMN user_id RESET (n_distinct);

DROP INDEX reply_votes_by_reply;
ALTER TABLE reply_votes DROP CONSTRAINT reply_votes_pkey, ADD PRIMARY KEY (reply_id, user_id);
CREATE INDEX reply_votes_by_user ON reply_votes (user_id);

DROP INDEX post_votes_by_post;
ALTER TABLE post_votes DROP CONSTRAINT post_votes_pkey, ADD PRIMARY KEY (post_id, user_id);
CREATE INDEX post_votes_by_user ON post_votes (user_id);
