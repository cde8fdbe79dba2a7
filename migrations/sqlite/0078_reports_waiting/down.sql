DROP INDEX reports_waiting;
