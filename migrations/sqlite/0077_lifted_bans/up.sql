-- The end and the reason of the ban that was lifted after this appeal, so that it can be brought back.
ALTER TABLE reports ADD COLUMN ban_until BIGINT;
ALTER TABLE reports ADD COLUMN ban_reason TEXT;
