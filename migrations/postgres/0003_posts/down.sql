DROP TABLE post_votes;
DROP TABLE post_words;
DROP TABLE posts;
