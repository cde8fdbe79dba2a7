DROP TABLE imported;
