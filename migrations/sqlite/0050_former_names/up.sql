-- The SHA-256 of the names of deleted accounts, which nobody registers again.
CREATE TABLE former_names (
    name_hash TEXT PRIMARY KEY NOT NULL
);
