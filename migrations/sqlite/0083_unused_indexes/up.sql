-- Popular posts of each period come from the days, and the queue of reports is sorted by when they were opened or decided.
-- Contract: nothing uses posts_popular_by_month, posts_popular_by_forum_and_month, reports_queue, reports_queue_of_forum since 0082.
UPDATE schema_state SET needs = '0082';
DROP INDEX posts_popular_by_month;
DROP INDEX posts_popular_by_forum_and_month;
DROP INDEX reports_queue;
DROP INDEX reports_queue_of_forum;
