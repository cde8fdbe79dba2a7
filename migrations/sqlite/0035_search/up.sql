-- The search words of replies that are not removed, as post_words has them for posts.
CREATE TABLE reply_words (
    reply_id INTEGER PRIMARY KEY NOT NULL REFERENCES replies (id) ON DELETE CASCADE,
    forum_id BIGINT NOT NULL,
    search_text TEXT NOT NULL,
    words TEXT NOT NULL GENERATED ALWAYS AS (char(57344) || forum_id || ' ' || search_text) VIRTUAL
);
-- Beginnings of three letters match most; longer ones are few enough to be collected. Shorter ones match whole words only.
CREATE VIRTUAL TABLE reply_search USING fts5 (
    words,
    content = 'reply_words', content_rowid = 'reply_id', tokenize = 'ascii', prefix = '3', detail = 'none', columnsize = 0
);
INSERT INTO reply_search (reply_search, rank) VALUES ('secure-delete', 1);
CREATE TRIGGER reply_search_insert AFTER INSERT ON reply_words BEGIN
    INSERT INTO reply_search (rowid, words) VALUES (new.reply_id, new.words);
END;
CREATE TRIGGER reply_search_update AFTER UPDATE OF search_text ON reply_words BEGIN
    INSERT INTO reply_search (reply_search, rowid, words) VALUES ('delete', old.reply_id, old.words);
    INSERT INTO reply_search (rowid, words) VALUES (new.reply_id, new.words);
END;
CREATE TRIGGER reply_search_delete AFTER DELETE ON reply_words BEGIN
    INSERT INTO reply_search (reply_search, rowid, words) VALUES ('delete', old.reply_id, old.words);
END;

-- Words that are suggested for misspelt ones. The id is a number made of the word.
CREATE TABLE search_words (
    id INTEGER PRIMARY KEY NOT NULL,
    word TEXT NOT NULL
);
-- What is left of each of these words when some letters are deleted, as numbers.
CREATE TABLE search_neighbours (
    part BIGINT NOT NULL,
    word_id BIGINT NOT NULL,
    PRIMARY KEY (part, word_id)
) WITHOUT ROWID;

-- What is still to be done. Kind: 0 the words of a post, 1 of a reply, 2 of a forum are to be known, those of a reply
-- also to be stored; 3 these words are to be forgotten where no text has them any more. Triggers plan it,
-- so that nothing is missed that an older program writes beside this one.
CREATE TABLE search_tasks (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    kind SMALLINT NOT NULL,
    subject BIGINT NOT NULL DEFAULT 0,
    words TEXT NOT NULL DEFAULT ''
);
CREATE TRIGGER post_words_added AFTER INSERT ON post_words BEGIN
    INSERT INTO search_tasks (kind, subject) VALUES (0, new.post_id);
END;
CREATE TRIGGER post_words_changed AFTER UPDATE OF search_text ON post_words WHEN old.search_text <> new.search_text BEGIN
    INSERT INTO search_tasks (kind, words) VALUES (3, old.search_text);
    INSERT INTO search_tasks (kind, subject) VALUES (0, new.post_id);
END;
CREATE TRIGGER post_words_forgotten AFTER DELETE ON post_words BEGIN
    INSERT INTO search_tasks (kind, words) VALUES (3, old.search_text);
END;
CREATE TRIGGER forum_words_added AFTER INSERT ON forums BEGIN
    INSERT INTO search_tasks (kind, subject) VALUES (2, new.id);
END;
CREATE TRIGGER forum_words_changed AFTER UPDATE OF search_text ON forums WHEN old.search_text <> new.search_text BEGIN
    INSERT INTO search_tasks (kind, words) VALUES (3, old.search_text);
    INSERT INTO search_tasks (kind, subject) VALUES (2, new.id);
END;
CREATE TRIGGER forum_words_forgotten AFTER DELETE ON forums BEGIN
    INSERT INTO search_tasks (kind, words) VALUES (3, old.search_text);
END;
CREATE TRIGGER reply_added AFTER INSERT ON replies WHEN NOT new.removed BEGIN
    INSERT INTO search_tasks (kind, subject) VALUES (1, new.id);
END;
-- What a reply said before is not found from then on.
CREATE TRIGGER reply_changed AFTER UPDATE OF description, removed ON replies
WHEN old.removed <> new.removed OR old.description <> new.description BEGIN
    DELETE FROM reply_words WHERE reply_id = new.id;
    INSERT INTO search_tasks (kind, subject) SELECT 1, new.id WHERE NOT new.removed;
END;
CREATE TRIGGER reply_words_changed AFTER UPDATE OF search_text ON reply_words WHEN old.search_text <> new.search_text BEGIN
    INSERT INTO search_tasks (kind, words) VALUES (3, old.search_text);
END;
CREATE TRIGGER reply_words_forgotten AFTER DELETE ON reply_words BEGIN
    INSERT INTO search_tasks (kind, words) VALUES (3, old.search_text);
END;

-- What is already written is indexed while the forum runs, the newest first.
INSERT INTO search_tasks (kind, subject) SELECT 1, id FROM replies WHERE NOT removed ORDER BY id;
INSERT INTO search_tasks (kind, subject) SELECT 0, id FROM posts ORDER BY id;
INSERT INTO search_tasks (kind, subject) SELECT 2, id FROM forums ORDER BY id;
