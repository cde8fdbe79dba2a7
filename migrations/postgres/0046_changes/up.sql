-- What each transaction changed, for other copies of the program, which read it within seconds. A crash may lose it:
-- all copies lose their connections then, too, and trust nothing they have cached.
CREATE UNLOGGED TABLE changes (
    xid XID8 NOT NULL DEFAULT pg_current_xact_id(),
    at TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp(),
    copy TEXT NOT NULL,
    events TEXT NOT NULL
);
CREATE INDEX changes_by_transaction ON changes (xid);
