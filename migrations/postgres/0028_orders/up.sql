-- Numbers that lists are ordered by. `hot` and `best` are computed by the program, in millionths; posts and replies that
-- are there already get theirs after this. `active_at` is the time of the latest reply that is not removed, or of the post if that
-- is later.
-- `month` counts created_at in thirties of days: the popular posts of a month or a year are found by it.
ALTER TABLE posts
    ADD COLUMN hot BIGINT NOT NULL DEFAULT 0,
    ADD COLUMN active_at BIGINT NOT NULL DEFAULT 0,
    ADD COLUMN month INTEGER NOT NULL DEFAULT 0;
-- Minus the lower bound of the share of upvotes, so that the best is the lowest and equal ones come by rising id.
ALTER TABLE replies ADD COLUMN best BIGINT NOT NULL DEFAULT 0;
UPDATE posts SET
    month = created_at / 2592000000,
    active_at = (SELECT max(things.at) FROM (
        SELECT posts.created_at AS at
        UNION ALL
        SELECT r.created_at FROM replies r WHERE r.post_id = posts.id AND NOT r.removed) AS things);
CREATE INDEX posts_hot ON posts (hot DESC, id DESC);
CREATE INDEX posts_hot_by_forum ON posts (forum_id, hot DESC, id DESC);
CREATE INDEX posts_active ON posts (active_at DESC, id DESC);
CREATE INDEX posts_active_by_forum ON posts (forum_id, active_at DESC, id DESC);
CREATE INDEX posts_popular_by_month ON posts (month, score DESC, id DESC, created_at);
CREATE INDEX posts_popular_by_forum_and_month ON posts (forum_id, month, score DESC, id DESC, created_at);
CREATE INDEX replies_by_best ON replies (post_id, parent_id, best, id);
