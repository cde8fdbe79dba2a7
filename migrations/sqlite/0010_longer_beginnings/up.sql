-- Indexes longer prefixes: without an index for its length, FTS5 collects all matches of a prefix first. Few words have
-- more than 16 characters.
DROP TABLE post_search;
CREATE VIRTUAL TABLE post_search USING fts5 (
    words,
    content = 'post_words', content_rowid = 'post_id', tokenize = 'ascii', prefix = '1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16', detail = 'none', columnsize = 0
);
INSERT INTO post_search (post_search) VALUES ('rebuild');
INSERT INTO post_search (post_search) VALUES ('optimize');

DROP TABLE forum_search;
CREATE VIRTUAL TABLE forum_search USING fts5 (
    search_topic, search_text,
    content = 'forums', content_rowid = 'id', tokenize = 'ascii', prefix = '1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16', detail = 'column'
);
INSERT INTO forum_search (forum_search) VALUES ('rebuild');
INSERT INTO forum_search (forum_search) VALUES ('optimize');

-- Forums whose topic equals the search come first.
CREATE INDEX forums_by_words ON forums (search_topic, id DESC);
