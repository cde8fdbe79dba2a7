-- Posts and replies of one forum in the week that ends on its last active UTC day: the sum of its forum_days. Exact on
-- that day; later it is an upper bound.
CREATE TABLE forum_weeks (
    forum_id BIGINT NOT NULL PRIMARY KEY REFERENCES forums (id) ON DELETE CASCADE,
    day INTEGER NOT NULL,
    activity BIGINT NOT NULL
) WITHOUT ROWID;
INSERT INTO forum_weeks (forum_id, day, activity)
SELECT last.forum_id, last.day, CAST(sum(d.activity) AS BIGINT)
FROM (SELECT forum_id, max(day) AS day FROM forum_days GROUP BY forum_id) AS last
JOIN forum_days d ON d.forum_id = last.forum_id AND d.day > last.day - 7
GROUP BY last.forum_id, last.day;
CREATE INDEX forum_weeks_by_activity ON forum_weeks (day, activity DESC, forum_id DESC);

-- Replaced by the above.
DROP INDEX forum_days_by_day;
