DROP INDEX reports_queue;
DROP INDEX reports_queue_of_forum;
CREATE INDEX reports_queue ON reports (state, opened_at, id);
CREATE INDEX reports_queue_of_forum ON reports (forum_id, state, opened_at, id);
CREATE INDEX reports_decided ON reports (state, decided_at, id);
CREATE INDEX reports_decided_of_forum ON reports (forum_id, state, decided_at, id);
