DROP INDEX reports_appeals;
