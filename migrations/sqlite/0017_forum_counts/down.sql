DROP INDEX forums_by_name;
CREATE INDEX forums_by_words ON forums (search_topic, id DESC);

DROP TABLE forum_weeks;
CREATE TABLE forum_days (
    forum_id BIGINT NOT NULL REFERENCES forums (id) ON DELETE CASCADE,
    day INTEGER NOT NULL,
    activity BIGINT NOT NULL,
    PRIMARY KEY (forum_id, day)
) WITHOUT ROWID;
INSERT INTO forum_days (forum_id, day, activity)
SELECT forum_id, day, count(*) FROM (
    SELECT forum_id, day FROM posts
    UNION ALL
    SELECT p.forum_id, r.created_at / 86400000 FROM replies r JOIN posts p ON p.id = r.post_id WHERE NOT r.removed
) AS things GROUP BY forum_id, day;
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

ALTER TABLE forums DROP COLUMN latest_title;
ALTER TABLE forums DROP COLUMN latest_at;
ALTER TABLE forums DROP COLUMN latest_id;
ALTER TABLE forums DROP COLUMN post_count;
