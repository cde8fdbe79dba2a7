-- Forums whose topic is just what is searched for come first. (On SQLite the indexes of words change, too.)
CREATE INDEX forums_by_words ON forums (search_topic, id DESC);
