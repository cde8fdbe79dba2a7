-- What waits, the oldest first, in place of reports_queue.
CREATE INDEX reports_waiting ON reports (state, opened_at, id);
