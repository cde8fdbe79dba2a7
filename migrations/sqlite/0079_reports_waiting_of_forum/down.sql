DROP INDEX reports_waiting_of_forum;
