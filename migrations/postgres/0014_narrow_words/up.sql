-- The words of a post for searches that scan the newest or most popular posts instead of using the word index.
CREATE TABLE post_search (
    post_id BIGINT PRIMARY KEY,
    forum_id BIGINT NOT NULL,
    words TSVECTOR NOT NULL
);
INSERT INTO post_search (post_id, forum_id, words) SELECT post_id, forum_id, words FROM post_words ORDER BY post_id;
CREATE INDEX post_search_newest_by_forum ON post_search (forum_id, post_id DESC);

-- A common word makes a search fetch thousands of rows, so rows must be narrow. PostgreSQL moves texts out of a row only
-- if the row exceeds 2 KB: the padding exceeds that, compresses to 30 bytes, and the texts are moved out.
ALTER TABLE post_words SET (toast_tuple_target = 128);
ALTER TABLE post_words
    DROP COLUMN words,
    ADD COLUMN padding TEXT GENERATED ALWAYS AS (repeat(' ', 2100)) STORED,
    ALTER COLUMN search_text SET STORAGE EXTERNAL,
    -- Rewrites all rows and their indexes.
    ALTER COLUMN search_text TYPE TEXT COLLATE "C" USING concat(search_text);

CREATE FUNCTION keep_post_search() RETURNS TRIGGER
    LANGUAGE plpgsql
    AS $$
    BEGIN
        IF TG_OP <> 'INSERT' THEN
            DELETE FROM post_search WHERE post_id = OLD.post_id;
        END IF;
        IF TG_OP <> 'DELETE' THEN
            INSERT INTO post_search (post_id, forum_id, words)
            VALUES (NEW.post_id, NEW.forum_id, array_to_tsvector(string_to_array(NEW.search_text, ' ')));
        END IF;
        RETURN NULL;
    END
    $$;
CREATE TRIGGER post_search_follows AFTER INSERT OR UPDATE OR DELETE ON post_words
    FOR EACH ROW EXECUTE FUNCTION keep_post_search();
