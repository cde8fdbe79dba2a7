-- An author's own, the newest first.
CREATE INDEX posts_held ON posts (author_id, id) WHERE held;
