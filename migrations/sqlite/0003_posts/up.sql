CREATE TABLE posts (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    forum_id BIGINT NOT NULL REFERENCES forums (id) ON DELETE CASCADE,
    author_id BIGINT NOT NULL REFERENCES users (id),
    created_at BIGINT NOT NULL,
    -- The UTC day of created_at, for the list of today's popular posts.
    day INTEGER NOT NULL,
    edited BOOLEAN NOT NULL DEFAULT 0,
    upvotes BIGINT NOT NULL DEFAULT 0,
    downvotes BIGINT NOT NULL DEFAULT 0,
    -- upvotes - downvotes, stored for the indexes.
    score BIGINT NOT NULL DEFAULT 0,
    -- Replies, without removed ones.
    reply_count BIGINT NOT NULL DEFAULT 0,
    title TEXT NOT NULL,
    image TEXT,
    -- Last, because SQLite reads through a long text to reach a column behind it.
    description TEXT NOT NULL
);
CREATE INDEX posts_newest ON posts (created_at DESC, id DESC);
CREATE INDEX posts_popular ON posts (score DESC, id DESC);
CREATE INDEX posts_newest_by_forum ON posts (forum_id, created_at DESC, id DESC);
CREATE INDEX posts_popular_by_forum ON posts (forum_id, score DESC, id DESC);
-- Includes created_at, so that posts of the day older than 24 hours are skipped within the index.
CREATE INDEX posts_popular_by_day ON posts (day, score DESC, id DESC, created_at);
CREATE INDEX posts_popular_by_forum_and_day ON posts (forum_id, day, score DESC, id DESC, created_at);
CREATE INDEX posts_by_author ON posts (author_id);

-- Search words. Not a column of posts: each vote rewrites the row of a post, and PostgreSQL would index its words
-- again.
CREATE TABLE post_words (
    post_id INTEGER PRIMARY KEY NOT NULL REFERENCES posts (id) ON DELETE CASCADE,
    forum_id BIGINT NOT NULL,
    -- The normalized words of title and description.
    search_text TEXT NOT NULL,
    -- Preceded by a word for the forum: its id behind a private-use character, which no normalized word contains.
    words TEXT NOT NULL GENERATED ALWAYS AS (char(57344) || forum_id || ' ' || search_text) VIRTUAL
);

-- FTS5 streams the matches of a prefix with its own index, newest first; for other prefix lengths it collects all
-- matches first.
CREATE VIRTUAL TABLE post_search USING fts5 (
    words,
    content = 'post_words', content_rowid = 'post_id', tokenize = 'ascii', prefix = '1 2 3 4 5 6', detail = 'none', columnsize = 0
);
CREATE TRIGGER post_search_insert AFTER INSERT ON post_words BEGIN
    INSERT INTO post_search (rowid, words) VALUES (new.post_id, new.words);
END;
CREATE TRIGGER post_search_update AFTER UPDATE OF search_text ON post_words BEGIN
    INSERT INTO post_search (post_search, rowid, words) VALUES ('delete', old.post_id, old.words);
    INSERT INTO post_search (rowid, words) VALUES (new.post_id, new.words);
END;
CREATE TRIGGER post_search_delete AFTER DELETE ON post_words BEGIN
    INSERT INTO post_search (post_search, rowid, words) VALUES ('delete', old.post_id, old.words);
END;

CREATE TABLE post_votes (
    post_id BIGINT NOT NULL REFERENCES posts (id) ON DELETE CASCADE,
    user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- 1 up, -1 down.
    vote SMALLINT NOT NULL,
    PRIMARY KEY (post_id, user_id)
) WITHOUT ROWID;
CREATE INDEX post_votes_by_user ON post_votes (user_id);
