-- What is decided, the latest decision first.
CREATE INDEX reports_decided ON reports (state, decided_at, id);
