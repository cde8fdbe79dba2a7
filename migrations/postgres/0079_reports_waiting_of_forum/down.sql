DROP INDEX CONCURRENTLY IF EXISTS reports_waiting_of_forum;
