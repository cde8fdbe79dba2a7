DROP TABLE report_filings;
DROP TABLE reports;
