DROP INDEX forums_by_words;

DROP TABLE forum_search;
CREATE VIRTUAL TABLE forum_search USING fts5 (
    search_topic, search_text,
    content = 'forums', content_rowid = 'id', tokenize = 'ascii', prefix = '1 2 3', detail = 'column'
);
INSERT INTO forum_search (forum_search) VALUES ('rebuild');

DROP TABLE post_search;
CREATE VIRTUAL TABLE post_search USING fts5 (
    words,
    content = 'post_words', content_rowid = 'post_id', tokenize = 'ascii', prefix = '1 2 3 4 5 6', detail = 'none', columnsize = 0
);
INSERT INTO post_search (post_search) VALUES ('rebuild');
