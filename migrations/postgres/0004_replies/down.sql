DROP TABLE reply_votes;
DROP TABLE replies;
