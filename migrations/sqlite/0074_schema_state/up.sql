-- One row: what programs of other versions and those who run them may do with this database.
CREATE TABLE schema_state (
    id BIGINT PRIMARY KEY NOT NULL,
    -- The last migration that a program must know: an older one uses what is gone.
    needs TEXT NOT NULL,
    -- Whether texts wait before they are rendered again.
    rendering_paused BOOLEAN NOT NULL
);
INSERT INTO schema_state (id, needs, rendering_paused) VALUES (1, '0073', FALSE);
