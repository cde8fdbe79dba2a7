-- A schema without these would show what is closed.
DELETE FROM moderation_log WHERE visibility <> 0 OR forum_id IN (SELECT id FROM forums WHERE visibility <> 0);
DELETE FROM forums WHERE visibility <> 0;
DROP VIEW counted_replies;
DROP VIEW counted_posts;
DROP TABLE forum_invites;
DROP TABLE forum_members;
DROP INDEX forums_closed;
ALTER TABLE forums DROP COLUMN visibility;
DROP INDEX moderation_log_closed;
ALTER TABLE moderation_log DROP COLUMN visibility;
