DROP TABLE invites;
DROP TABLE site;
