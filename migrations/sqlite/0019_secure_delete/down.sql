INSERT INTO post_search (post_search, rank) VALUES ('secure-delete', 0);
INSERT INTO forum_search (forum_search, rank) VALUES ('secure-delete', 0);
