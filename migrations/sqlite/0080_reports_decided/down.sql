DROP INDEX reports_decided;
