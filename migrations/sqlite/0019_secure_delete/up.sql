-- Removes the words of deleted and edited texts immediately, not when index segments are merged
-- (https://www.sqlite.org/fts5.html#the_secure_delete_configuration_option).
INSERT INTO post_search (post_search, rank) VALUES ('secure-delete', 1);
INSERT INTO forum_search (forum_search, rank) VALUES ('secure-delete', 1);
