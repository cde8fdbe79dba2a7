-- Returns the words of a text, each prefixed with a number.
CREATE FUNCTION words_behind(number BIGINT, search_text TEXT) RETURNS TSVECTOR
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
        SELECT array_to_tsvector(string_to_array(
            CAST(number AS TEXT) || ':' || replace(search_text, ' ', ' ' || CAST(number AS TEXT) || ':'), ' '
        ))
    $$;
-- Prefixed with the number of the post's block of 32,768 ids, so that a search can read matches block by block, newest
-- first; an index of the words alone returns all matches. Without fastupdate: each search of a block would scan the
-- pending list.
CREATE INDEX post_words_by_block ON post_words USING gin (words_behind(post_id >> 15, search_text)) WITH (fastupdate = off);
-- Prefixed with the forum, so that the matches in a small forum are found directly.
CREATE INDEX post_words_by_forum ON post_words USING gin (words_behind(forum_id, search_text)) WITH (fastupdate = off);

-- Replaced by the above.
DROP INDEX post_words_words;
