-- The appeals of a member, decided or not.
CREATE INDEX reports_appeals ON reports (target_id, id) WHERE kind = 3;
