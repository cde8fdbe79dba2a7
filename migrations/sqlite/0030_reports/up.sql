-- What members reported. The thing may be gone: its kind and id stay, so that moderators can still decide. State: 0 open,
-- 1 in progress, 2 resolved, 3 rejected. Kind: 0 post, 1 reply, 2 message, which has no forum.
CREATE TABLE reports (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    kind SMALLINT NOT NULL,
    target_id BIGINT NOT NULL,
    forum_id BIGINT REFERENCES forums (id) ON DELETE CASCADE,
    state SMALLINT NOT NULL,
    assignee_id BIGINT REFERENCES users (id),
    opened_at BIGINT NOT NULL,
    decided_at BIGINT,
    decision TEXT
);
-- A thing has one report that is not decided.
CREATE UNIQUE INDEX reports_undecided ON reports (kind, target_id) WHERE state < 2;
CREATE INDEX reports_queue ON reports (state, id);
CREATE INDEX reports_queue_of_forum ON reports (forum_id, state, id);
CREATE INDEX reports_of_assignee ON reports (assignee_id);
-- Who reported it, and why.
CREATE TABLE report_filings (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    report_id BIGINT NOT NULL REFERENCES reports (id) ON DELETE CASCADE,
    user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    reason SMALLINT NOT NULL,
    note TEXT NOT NULL,
    filed_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX report_filings_of_report ON report_filings (report_id, user_id);
CREATE INDEX report_filings_of_user ON report_filings (user_id, filed_at);
