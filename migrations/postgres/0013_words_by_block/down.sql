CREATE INDEX post_words_words ON post_words USING gin (words);
DROP INDEX post_words_by_forum;
DROP INDEX post_words_by_block;
DROP FUNCTION words_behind(BIGINT, TEXT);
