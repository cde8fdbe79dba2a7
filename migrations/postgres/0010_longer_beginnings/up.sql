-- Forums whose topic equals the search come first. (On SQLite the word indexes change, too.)
CREATE INDEX forums_by_words ON forums (search_topic, id DESC);
