DROP INDEX reports_decided_of_forum;
