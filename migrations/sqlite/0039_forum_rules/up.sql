-- What a forum asks of those who write in it. A forum without a row asks nothing.
CREATE TABLE forum_rules (
    forum_id BIGINT PRIMARY KEY NOT NULL REFERENCES forums (id) ON DELETE CASCADE,
    hold_links_of_new BOOLEAN NOT NULL,
    -- In hours; 0 for any age.
    min_account_age INTEGER NOT NULL,
    -- One a line.
    blocked_words TEXT NOT NULL,
    -- In Markdown; empty for none.
    rules TEXT NOT NULL,
    renderer INTEGER NOT NULL,
    html TEXT NOT NULL
);
