-- A search in a small forum scans its posts, which this index keeps together. (On PostgreSQL the word index changes,
-- too.)
CREATE INDEX post_words_newest_by_forum ON post_words (forum_id, post_id DESC, search_text);
