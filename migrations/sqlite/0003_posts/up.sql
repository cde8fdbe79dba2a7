CREATE TABLE posts (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    forum_id BIGINT NOT NULL REFERENCES forums (id) ON DELETE CASCADE,
    author_id BIGINT NOT NULL REFERENCES users (id),
    title TEXT NOT NULL,
    description TEXT NOT NULL,
    image TEXT,
    created_at BIGINT NOT NULL,
    -- The UTC day of created_at: the popular posts of today are found by it.
    day INTEGER NOT NULL,
    edited BOOLEAN NOT NULL DEFAULT 0,
    upvotes BIGINT NOT NULL DEFAULT 0,
    downvotes BIGINT NOT NULL DEFAULT 0,
    -- upvotes - downvotes, kept for the indexes.
    score BIGINT NOT NULL DEFAULT 0,
    -- Replies that are not removed.
    reply_count BIGINT NOT NULL DEFAULT 0,
    search_text TEXT NOT NULL
);
CREATE INDEX posts_newest ON posts (created_at DESC, id DESC);
CREATE INDEX posts_popular ON posts (score DESC, id DESC);
CREATE INDEX posts_popular_by_day ON posts (day, score DESC, id DESC);
CREATE INDEX posts_newest_by_forum ON posts (forum_id, created_at DESC, id DESC);
CREATE INDEX posts_popular_by_forum ON posts (forum_id, score DESC, id DESC);
CREATE INDEX posts_popular_by_forum_and_day ON posts (forum_id, day, score DESC, id DESC);
CREATE INDEX posts_by_author ON posts (author_id);

CREATE VIRTUAL TABLE post_search USING fts5 (
    search_text,
    content = 'posts', content_rowid = 'id', tokenize = 'ascii', prefix = '1 2 3', detail = 'none', columnsize = 0
);
CREATE TRIGGER post_search_insert AFTER INSERT ON posts BEGIN
    INSERT INTO post_search (rowid, search_text) VALUES (new.id, new.search_text);
END;
CREATE TRIGGER post_search_update AFTER UPDATE OF search_text ON posts BEGIN
    INSERT INTO post_search (post_search, rowid, search_text) VALUES ('delete', old.id, old.search_text);
    INSERT INTO post_search (rowid, search_text) VALUES (new.id, new.search_text);
END;
CREATE TRIGGER post_search_delete AFTER DELETE ON posts BEGIN
    INSERT INTO post_search (post_search, rowid, search_text) VALUES ('delete', old.id, old.search_text);
END;

CREATE TABLE post_votes (
    post_id BIGINT NOT NULL REFERENCES posts (id) ON DELETE CASCADE,
    user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- 1 up, -1 down.
    vote SMALLINT NOT NULL,
    PRIMARY KEY (post_id, user_id)
) WITHOUT ROWID;
CREATE INDEX post_votes_by_user ON post_votes (user_id);
