-- What the request with this key wrote, noted in the transaction that wrote it.
ALTER TABLE idempotency_keys ADD COLUMN written_id BIGINT;
