-- Keyed by member first: the reader's own votes on a page of posts are on one or two pages of the index. The other index
-- counts the votes on one post or reply.
DROP INDEX post_votes_by_user;
CREATE INDEX post_votes_by_post ON post_votes (post_id, vote);
ALTER TABLE post_votes DROP CONSTRAINT post_votes_pkey, ADD PRIMARY KEY (user_id, post_id);

DROP INDEX reply_votes_by_user;
CREATE INDEX reply_votes_by_reply ON reply_votes (reply_id, vote);
ALTER TABLE reply_votes DROP CONSTRAINT reply_votes_pkey, ADD PRIMARY KEY (user_id, reply_id);

-- A statement is planned once for all values. From real statistics (most posts have at most one vote, most members few)
-- the planner could scan all votes on a post or of a member. These numbers, 100 votes per post and 1,000 per member,
-- make it use the whole key, because popular posts and long-standing members have thousands.
ALTER TABLE post_votes
    ALTER COLUMN post_id SET (n_distinct = -0.01),
    ALTER COLUMN user_id SET (n_distinct = -0.001);
ALTER TABLE reply_votes
    ALTER COLUMN reply_id SET (n_distinct = -0.01),
    ALTER COLUMN user_id SET (n_distinct = -0.001);
ANALYZE post_votes, reply_votes;
