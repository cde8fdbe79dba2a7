-- In a locked post only moderators write, edit and vote. The reason is that of the latest change of the lock.
ALTER TABLE posts ADD COLUMN locked BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE posts ADD COLUMN lock_reason TEXT;
-- A pinned post comes first in the lists of its forum, until its pin ends. None while it is not pinned.
ALTER TABLE posts ADD COLUMN pinned_at BIGINT;
-- None if the pin has no end.
ALTER TABLE posts ADD COLUMN pinned_until BIGINT;
CREATE INDEX posts_pinned ON posts (forum_id, pinned_at) WHERE pinned_at IS NOT NULL;
