DROP INDEX forums_by_skeleton;
ALTER TABLE forums DROP COLUMN topic_skeleton;
