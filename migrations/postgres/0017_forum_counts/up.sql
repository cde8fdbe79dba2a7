-- The number of posts of a forum and its newest post. Not a foreign key, because posts reference forums. Includes the
-- title, so that a list of forums reads no posts.
ALTER TABLE forums
    ADD COLUMN post_count BIGINT NOT NULL DEFAULT 0,
    ADD COLUMN latest_id BIGINT,
    ADD COLUMN latest_at BIGINT,
    ADD COLUMN latest_title TEXT;
UPDATE forums SET
    post_count = (SELECT count(*) FROM posts p WHERE p.forum_id = forums.id),
    latest_id = (SELECT p.id FROM posts p WHERE p.forum_id = forums.id ORDER BY p.created_at DESC, p.id DESC LIMIT 1);
UPDATE forums SET
    latest_at = (SELECT p.created_at FROM posts p WHERE p.id = latest_id),
    latest_title = (SELECT p.title FROM posts p WHERE p.id = latest_id);

-- Posts and replies of one forum in the seven UTC days that end with `day` (days since 1970-01-01), without removed
-- replies. A post adds to seven rows, its own day and the six after it, so one row gives a forum's activity on any day,
-- and the index sorts forums by it. Old weeks are deleted.
DROP TABLE forum_weeks;
DROP TABLE forum_days;
CREATE TABLE forum_weeks (
    forum_id BIGINT NOT NULL REFERENCES forums (id) ON DELETE CASCADE,
    day INTEGER NOT NULL,
    activity BIGINT NOT NULL,
    PRIMARY KEY (forum_id, day)
);
INSERT INTO forum_weeks (forum_id, day, activity)
WITH days AS (
    SELECT forum_id, day, count(*) AS activity FROM (
        SELECT forum_id, day FROM posts
        UNION ALL
        SELECT p.forum_id, r.created_at / 86400000 FROM replies r JOIN posts p ON p.id = r.post_id WHERE NOT r.removed
    ) AS things GROUP BY forum_id, day),
last AS (SELECT forum_id, max(day) AS day FROM days GROUP BY forum_id),
around (days) AS (VALUES (-7), (-6), (-5), (-4), (-3), (-2), (-1), (0), (1), (2), (3), (4), (5), (6))
SELECT d.forum_id, last.day + around.days, CAST(sum(d.activity) AS BIGINT)
FROM last CROSS JOIN around
JOIN days d ON d.forum_id = last.forum_id AND d.day > last.day + around.days - 7 AND d.day <= last.day + around.days
GROUP BY d.forum_id, last.day, around.days;
CREATE INDEX forum_weeks_by_activity ON forum_weeks (day, activity DESC, forum_id DESC);

-- Forums by name are sorted by the words of their topic, equal ones oldest first. The same index finds the forums of one
-- topic, newest first.
DROP INDEX forums_by_words;
CREATE INDEX forums_by_name ON forums (search_topic, id);
