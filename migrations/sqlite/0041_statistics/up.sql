-- What happened on each UTC day that is over. Counted once: what is deleted later still counts.
CREATE TABLE site_days (
    day INTEGER PRIMARY KEY NOT NULL,
    registrations BIGINT NOT NULL,
    active_members BIGINT NOT NULL,
    posts BIGINT NOT NULL,
    replies BIGINT NOT NULL,
    messages BIGINT NOT NULL,
    reports BIGINT NOT NULL
);
-- The rows of a day, hidden ones too.
CREATE INDEX users_by_day ON users (created_at);
CREATE INDEX posts_by_day ON posts (created_at, author_id);
CREATE INDEX replies_by_day ON replies (created_at, author_id);
CREATE INDEX messages_by_day ON messages (sent_at, sender_id);
CREATE INDEX report_filings_by_day ON report_filings (filed_at);
