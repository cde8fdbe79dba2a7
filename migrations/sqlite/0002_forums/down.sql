DROP TABLE forum_moderators;
DROP TABLE favorites;
DROP TABLE forum_days;
DROP TABLE forum_search;
DROP TABLE forums;
