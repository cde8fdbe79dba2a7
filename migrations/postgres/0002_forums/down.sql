DROP TABLE forum_moderators;
DROP TABLE favorites;
DROP TABLE forum_days;
DROP TABLE forums;
