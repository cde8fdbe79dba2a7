-- A small forum is searched by going through its posts, which stand together here. (On PostgreSQL the index of
-- words changes, too.)
CREATE INDEX post_words_newest_by_forum ON post_words (forum_id, post_id DESC, search_text);
