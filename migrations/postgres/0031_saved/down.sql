DROP TABLE saved;
