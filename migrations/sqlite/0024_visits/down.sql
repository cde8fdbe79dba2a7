DROP INDEX replies_since;
DROP TABLE visits;
