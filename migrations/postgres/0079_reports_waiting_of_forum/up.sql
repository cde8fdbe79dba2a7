-- What waits in a forum, the oldest first, in place of reports_queue_of_forum.
CREATE INDEX CONCURRENTLY reports_waiting_of_forum ON reports (forum_id, state, opened_at, id);
