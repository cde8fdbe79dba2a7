CREATE TABLE forums (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    topic TEXT NOT NULL,
    -- The topic in lower case, for uniqueness.
    topic_key TEXT NOT NULL UNIQUE,
    description TEXT NOT NULL,
    author_id BIGINT NOT NULL REFERENCES users (id),
    created_at BIGINT NOT NULL,
    -- The normalized words of the topic, and of topic and description together.
    search_topic TEXT NOT NULL,
    search_text TEXT NOT NULL
);
CREATE INDEX forums_newest ON forums (created_at DESC, id DESC);
CREATE INDEX forums_by_author ON forums (author_id);

-- Words are already normalized and separated by spaces; the ascii tokenizer only splits them.
CREATE VIRTUAL TABLE forum_search USING fts5 (
    search_topic, search_text,
    content = 'forums', content_rowid = 'id', tokenize = 'ascii', prefix = '1 2 3', detail = 'column'
);
CREATE TRIGGER forum_search_insert AFTER INSERT ON forums BEGIN
    INSERT INTO forum_search (rowid, search_topic, search_text) VALUES (new.id, new.search_topic, new.search_text);
END;
CREATE TRIGGER forum_search_update AFTER UPDATE OF search_topic, search_text ON forums BEGIN
    INSERT INTO forum_search (forum_search, rowid, search_topic, search_text)
    VALUES ('delete', old.id, old.search_topic, old.search_text);
    INSERT INTO forum_search (rowid, search_topic, search_text) VALUES (new.id, new.search_topic, new.search_text);
END;
CREATE TRIGGER forum_search_delete AFTER DELETE ON forums BEGIN
    INSERT INTO forum_search (forum_search, rowid, search_topic, search_text)
    VALUES ('delete', old.id, old.search_topic, old.search_text);
END;

-- Posts and replies of one forum on one UTC day (days since 1970-01-01), without removed replies.
CREATE TABLE forum_days (
    forum_id BIGINT NOT NULL REFERENCES forums (id) ON DELETE CASCADE,
    day INTEGER NOT NULL,
    activity BIGINT NOT NULL,
    PRIMARY KEY (forum_id, day)
) WITHOUT ROWID;
CREATE INDEX forum_days_by_day ON forum_days (day, forum_id, activity);

CREATE TABLE favorites (
    user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    forum_id BIGINT NOT NULL REFERENCES forums (id) ON DELETE CASCADE,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (user_id, forum_id)
) WITHOUT ROWID;
CREATE INDEX favorites_latest ON favorites (user_id, created_at DESC, forum_id DESC);
CREATE INDEX favorites_by_forum ON favorites (forum_id);

CREATE TABLE forum_moderators (
    forum_id BIGINT NOT NULL REFERENCES forums (id) ON DELETE CASCADE,
    user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    PRIMARY KEY (forum_id, user_id)
) WITHOUT ROWID;
CREATE INDEX forum_moderators_by_user ON forum_moderators (user_id, forum_id);
