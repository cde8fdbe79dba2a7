DROP TRIGGER post_search_follows ON post_words;
DROP FUNCTION keep_post_search();
DROP TABLE post_search;
ALTER TABLE post_words RESET (toast_tuple_target);
ALTER TABLE post_words
    DROP COLUMN padding,
    ALTER COLUMN search_text SET STORAGE EXTENDED,
    ADD COLUMN words TSVECTOR GENERATED ALWAYS AS (array_to_tsvector(string_to_array(search_text, ' '))) STORED;
