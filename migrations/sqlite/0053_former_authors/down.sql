DROP INDEX posts_of_former_author;
DROP INDEX replies_of_former_author;
ALTER TABLE posts DROP COLUMN former_author;
ALTER TABLE replies DROP COLUMN former_author;
