DROP INDEX reports_decided_of_forum;
DROP INDEX reports_decided;
DROP INDEX reports_queue_of_forum;
DROP INDEX reports_queue;
CREATE INDEX reports_queue ON reports (state, id);
CREATE INDEX reports_queue_of_forum ON reports (forum_id, state, id);
