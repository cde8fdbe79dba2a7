ALTER TABLE idempotency_keys DROP COLUMN written_id;
