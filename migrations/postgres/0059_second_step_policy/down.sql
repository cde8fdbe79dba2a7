ALTER TABLE site DROP COLUMN second_step;
