CREATE TABLE posts (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    forum_id BIGINT NOT NULL REFERENCES forums (id) ON DELETE CASCADE,
    author_id BIGINT NOT NULL REFERENCES users (id),
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
    title TEXT NOT NULL,
    image TEXT,
    -- Last, as what stands behind a long text is read through all of it.
    description TEXT NOT NULL
);
CREATE INDEX posts_newest ON posts (created_at DESC, id DESC);
CREATE INDEX posts_popular ON posts (score DESC, id DESC);
CREATE INDEX posts_newest_by_forum ON posts (forum_id, created_at DESC, id DESC);
CREATE INDEX posts_popular_by_forum ON posts (forum_id, score DESC, id DESC);
-- With created_at, so that posts of the day which are older than 24 hours are passed over unread.
CREATE INDEX posts_popular_by_day ON posts (day, score DESC, id DESC, created_at);
CREATE INDEX posts_popular_by_forum_and_day ON posts (forum_id, day, score DESC, id DESC, created_at);
CREATE INDEX posts_by_author ON posts (author_id);

-- What posts are found by. Not in the posts: a vote writes a post anew, and on PostgreSQL each of its
-- words would be indexed anew with it.
CREATE TABLE post_words (
    post_id INTEGER PRIMARY KEY NOT NULL REFERENCES posts (id) ON DELETE CASCADE,
    forum_id BIGINT NOT NULL,
    -- The folded words of title and description.
    search_text TEXT NOT NULL,
    -- Before them the word that names the forum: a private character, which no folded word has, and the id.
    words TEXT NOT NULL GENERATED ALWAYS AS (char(57344) || forum_id || ' ' || search_text) VIRTUAL
);

-- Matches of a beginning that has its own index come one by one, the newest first; those of another
-- are all gathered before the first of them comes.
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
