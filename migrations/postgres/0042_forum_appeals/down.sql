DELETE FROM reports WHERE kind = 3 AND forum_id IS NOT NULL;
DROP INDEX reports_undecided;
CREATE UNIQUE INDEX reports_undecided ON reports (kind, target_id) WHERE state < 2;
DROP INDEX forum_bans_of_user;
CREATE INDEX forum_bans_of_user ON forum_bans (user_id);
ALTER TABLE forum_bans DROP COLUMN appealed;
