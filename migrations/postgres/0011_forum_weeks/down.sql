CREATE INDEX forum_days_by_day ON forum_days (day, forum_id, activity);
DROP TABLE forum_weeks;
