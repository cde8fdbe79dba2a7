-- On SQLite, rate limit budgets are in the memory of the one process.
SELECT 1;
