-- The words of a text, each behind a number.
CREATE FUNCTION words_behind(number BIGINT, search_text TEXT) RETURNS TSVECTOR
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
        SELECT array_to_tsvector(string_to_array(
            CAST(number AS TEXT) || ':' || replace(search_text, ' ', ' ' || CAST(number AS TEXT) || ':'), ' '
        ))
    $$;
-- Behind the number of the block of 32,768 ids that the post is in: so matches are had block by block, the newest
-- first, where an index of the words alone has to name all that there are. Without a list of what is yet to be
-- sorted in, as each block that is searched would have to go through it.
CREATE INDEX post_words_by_block ON post_words USING gin (words_behind(post_id >> 15, search_text)) WITH (fastupdate = off);
-- Behind that of the forum: so those of a small forum are known without its other posts.
CREATE INDEX post_words_by_forum ON post_words USING gin (words_behind(forum_id, search_text)) WITH (fastupdate = off);

-- Its work is done by the above.
DROP INDEX post_words_words;
