-- What is decided, the latest decision first.
CREATE INDEX CONCURRENTLY reports_decided ON reports (state, decided_at, id);
