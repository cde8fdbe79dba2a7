-- The words of a post, each behind the number of the block of 32,768 ids that the post is in. By these, matches
-- are had block by block, the newest first: an index of the words alone has to name all that there are.
CREATE FUNCTION post_block_words(post_id BIGINT, search_text TEXT) RETURNS TSVECTOR
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
        SELECT array_to_tsvector(string_to_array(
            CAST(post_id >> 15 AS TEXT) || ':' || replace(search_text, ' ', ' ' || CAST(post_id >> 15 AS TEXT) || ':'),
            ' '
        ))
    $$;
-- Without a list of what is yet to be sorted in: each block that is searched would have to go through it.
CREATE INDEX post_words_by_block ON post_words USING gin (post_block_words(post_id, search_text)) WITH (fastupdate = off);

-- Its work is done by the above.
DROP INDEX post_words_words;
