-- Whether the member appealed against the ban. An appeal is a report of the kind 3, about the member, with the reason 5.
ALTER TABLE users ADD COLUMN ban_appealed BOOLEAN NOT NULL DEFAULT FALSE;
