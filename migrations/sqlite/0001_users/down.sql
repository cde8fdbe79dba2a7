DROP TABLE username_suffixes;
DROP TABLE users;
