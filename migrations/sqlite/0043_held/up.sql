-- What waits for approval. Such a post has hidden_at, such a reply is hidden: nobody sees them but their authors and those
-- who moderate the forum.
ALTER TABLE posts ADD COLUMN held BOOLEAN NOT NULL DEFAULT 0;
ALTER TABLE replies ADD COLUMN held BOOLEAN NOT NULL DEFAULT 0;
-- An author's own to a post.
CREATE INDEX replies_held ON replies (post_id, author_id, id) WHERE held;
-- They are not among the new replies to a post, which are counted in this index alone.
DROP INDEX replies_since;
CREATE INDEX replies_since ON replies (post_id, created_at, author_id, removed, held);
-- Whether it asks for the approval of a text. Nobody filed it.
ALTER TABLE reports ADD COLUMN held BOOLEAN NOT NULL DEFAULT 0;
