-- Rate limit budgets, shared by all copies of the server and not backed up. UNLOGGED: a change does not wait for the
-- disk, and a crash empties the table, which only refills all budgets. Rows are updated far more often than inserted:
-- half of each page stays free, so that updates are heap-only and touch no index.
CREATE UNLOGGED TABLE budgets (
    -- The limited action and the account or network.
    budget TEXT COLLATE "C" PRIMARY KEY,
    -- When the budget is full again; the row is then obsolete.
    full_at BIGINT NOT NULL,
    -- The decision on the latest request.
    allowed BOOLEAN NOT NULL
) WITH (fillfactor = 50);
