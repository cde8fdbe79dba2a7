-- What records of another system became here: an import goes on by it, and old addresses lead to the new ones.
CREATE TABLE imported (
    -- The system's name in `postup import`.
    system TEXT COLLATE "C" NOT NULL,
    -- 0 user, 1 forum, 2 post, 3 reply, 4 message, 5 image, 6 first text of a post; 7 and 8 names of users and forums in
    -- addresses.
    kind SMALLINT NOT NULL,
    -- The id there.
    source_id TEXT COLLATE "C" NOT NULL,
    -- The id here, unless it is a member.
    id BIGINT,
    user_id BIGINT REFERENCES users (id) ON DELETE CASCADE,
    PRIMARY KEY (system, kind, source_id),
    CHECK ((id IS NULL) <> (user_id IS NULL))
);
CREATE INDEX imported_of_user ON imported (user_id);
