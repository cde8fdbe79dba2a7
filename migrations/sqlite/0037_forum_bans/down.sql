DROP TABLE forum_bans;
