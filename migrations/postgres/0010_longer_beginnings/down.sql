DROP INDEX forums_by_words;
