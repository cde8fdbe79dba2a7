-- Budgets are kept in the memory of the one process.
SELECT 1;
