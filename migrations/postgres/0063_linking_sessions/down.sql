ALTER TABLE provider_requests DROP COLUMN session_id;
