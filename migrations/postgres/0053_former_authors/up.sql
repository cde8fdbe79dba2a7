-- A number that the texts of one deleted account share, so that moderators find all of them. Nobody is shown it.
ALTER TABLE posts ADD COLUMN former_author BIGINT;
ALTER TABLE replies ADD COLUMN former_author BIGINT;
CREATE INDEX posts_of_former_author ON posts (former_author, id) WHERE former_author IS NOT NULL;
CREATE INDEX replies_of_former_author ON replies (former_author, id) WHERE former_author IS NOT NULL;
