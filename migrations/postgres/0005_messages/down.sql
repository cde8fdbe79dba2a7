DROP TABLE contacts;
DROP TABLE messages;
