DROP INDEX posts_pinned;
ALTER TABLE posts DROP COLUMN pinned_until;
ALTER TABLE posts DROP COLUMN pinned_at;
ALTER TABLE posts DROP COLUMN lock_reason;
ALTER TABLE posts DROP COLUMN locked;
