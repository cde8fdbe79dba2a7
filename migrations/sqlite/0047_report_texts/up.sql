-- What was reported, as it stood then: one row for each text. It may be edited, removed or deleted since.
CREATE TABLE report_texts (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    report_id BIGINT NOT NULL REFERENCES reports (id) ON DELETE CASCADE,
    author_id BIGINT NOT NULL REFERENCES users (id),
    reported_at BIGINT NOT NULL,
    title TEXT,
    text TEXT NOT NULL,
    excerpt TEXT NOT NULL
);
CREATE INDEX report_texts_of_report ON report_texts (report_id, id);
CREATE INDEX report_texts_of_author ON report_texts (author_id);
