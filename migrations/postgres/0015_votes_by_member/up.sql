-- Votes stand by member, then by what they are on: who reads asks for the own votes on a page, which are found on one
-- or two pages of the index, whatever they are on. The votes on one post or reply are counted by the other index.
DROP INDEX post_votes_by_user;
CREATE INDEX post_votes_by_post ON post_votes (post_id, vote);
ALTER TABLE post_votes DROP CONSTRAINT post_votes_pkey, ADD PRIMARY KEY (user_id, post_id);

DROP INDEX reply_votes_by_user;
CREATE INDEX reply_votes_by_reply ON reply_votes (reply_id, vote);
ALTER TABLE reply_votes DROP CONSTRAINT reply_votes_pkey, ADD PRIMARY KEY (user_id, reply_id);

-- Plans are made once for all values. Where most things have one vote or none, and most members few, an own vote seems
-- to be found as fast among all votes on a thing, or of the member. So the planner is told of a hundred on each thing
-- and a thousand of each member: what is popular has thousands, and who has been here for years.
ALTER TABLE post_votes
    ALTER COLUMN post_id SET (n_distinct = -0.01),
    ALTER COLUMN user_id SET (n_distinct = -0.001);
ALTER TABLE reply_votes
    ALTER COLUMN reply_id SET (n_distinct = -0.01),
    ALTER COLUMN user_id SET (n_distinct = -0.001);
ANALYZE post_votes, reply_votes;
