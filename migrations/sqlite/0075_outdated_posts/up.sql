-- Finds the posts that an older renderer has seen, or that there are none.
CREATE INDEX posts_by_renderer ON posts (renderer);
