DROP INDEX report_filings_by_day;
DROP INDEX messages_by_day;
DROP INDEX replies_by_day;
DROP INDEX posts_by_day;
DROP INDEX users_by_day;
DROP TABLE site_days;
