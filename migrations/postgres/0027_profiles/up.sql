-- What a profile shows. The counts are of posts, of replies that are not removed, and of the votes on both (up minus down):
-- the transaction that changes those changes them.
ALTER TABLE users
    ADD COLUMN post_count BIGINT NOT NULL DEFAULT 0,
    ADD COLUMN reply_count BIGINT NOT NULL DEFAULT 0,
    ADD COLUMN score BIGINT NOT NULL DEFAULT 0,
    ADD COLUMN about TEXT NOT NULL DEFAULT '';
UPDATE users SET
    post_count = (SELECT count(*) FROM posts p WHERE p.author_id = users.id),
    reply_count = (SELECT count(*) FROM replies r WHERE r.author_id = users.id AND NOT r.removed),
    score = (SELECT coalesce(sum(p.score), 0) FROM posts p WHERE p.author_id = users.id)
        + (SELECT coalesce(sum(r.score), 0) FROM replies r WHERE r.author_id = users.id AND NOT r.removed)
WHERE id > 0;

-- Posts and replies of one member are listed in the order of their ids.
DROP INDEX posts_by_author;
CREATE INDEX posts_by_author ON posts (author_id, id DESC);
DROP INDEX replies_by_author;
CREATE INDEX replies_by_author ON replies (author_id, removed, id DESC);
