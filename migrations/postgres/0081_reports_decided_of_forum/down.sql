DROP INDEX CONCURRENTLY IF EXISTS reports_decided_of_forum;
