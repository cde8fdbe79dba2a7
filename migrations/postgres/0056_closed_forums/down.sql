-- A schema without these would show what is closed.
DELETE FROM forums WHERE visibility <> 0;
DROP VIEW counted_replies;
DROP VIEW counted_posts;
DROP TABLE forum_invites;
DROP TABLE forum_members;
DROP INDEX forums_closed;
ALTER TABLE forums DROP COLUMN visibility;
