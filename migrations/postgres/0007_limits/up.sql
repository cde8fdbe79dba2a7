-- How often somebody did something lately, shared by all copies of the server. Not a part of what is
-- backed up. UNLOGGED: a change waits for no disk, and a crash, which empties it, only gives everybody
-- a full budget. Rows are changed far more often than they come and go: half of each page is left
-- free, so that a change stays in its page and touches no index.
CREATE UNLOGGED TABLE budgets (
    -- What is counted, and whose.
    budget TEXT COLLATE "C" PRIMARY KEY,
    -- When it is full again: past that, the row says nothing any more.
    full_at BIGINT NOT NULL,
    -- What came of the last time somebody asked.
    allowed BOOLEAN NOT NULL
) WITH (fillfactor = 50);
