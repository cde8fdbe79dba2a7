DROP TABLE report_texts;
