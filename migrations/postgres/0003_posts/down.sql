DROP TABLE post_votes;
DROP TABLE posts;
