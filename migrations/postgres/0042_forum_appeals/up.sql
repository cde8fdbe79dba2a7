-- Whether the member appealed against the ban. Such an appeal is a report of the kind 3 with the forum of the ban.
ALTER TABLE forum_bans ADD COLUMN appealed BOOLEAN NOT NULL DEFAULT FALSE;
-- The bans that a member is told of, by forum.
DROP INDEX forum_bans_of_user;
CREATE INDEX forum_bans_of_user ON forum_bans (user_id, forum_id);
-- A member may appeal against bans from several forums and from the site. Other things are in one forum, or in none.
DROP INDEX reports_undecided;
CREATE UNIQUE INDEX reports_undecided ON reports (kind, target_id, COALESCE(forum_id, 0)) WHERE state < 2;
