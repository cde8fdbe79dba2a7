-- What is decided in a forum, the latest decision first.
CREATE INDEX reports_decided_of_forum ON reports (forum_id, state, decided_at, id);
