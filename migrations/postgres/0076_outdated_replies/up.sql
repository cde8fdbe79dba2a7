-- Finds the replies that an older renderer has seen, or that there are none.
CREATE INDEX CONCURRENTLY replies_by_renderer ON replies (renderer);
