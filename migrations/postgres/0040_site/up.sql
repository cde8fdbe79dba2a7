-- The settings of the site, in one row; without it they are those of a new site.
CREATE TABLE site (
    id BIGINT PRIMARY KEY NOT NULL CHECK (id = 1),
    -- 0 open, 1 by invitation, 2 closed.
    registration SMALLINT NOT NULL,
    name TEXT NOT NULL,
    tagline TEXT NOT NULL,
    -- In Markdown; empty for none.
    rules TEXT NOT NULL,
    renderer INTEGER NOT NULL,
    html TEXT NOT NULL
);
-- Invitations to register, by the SHA-256 of their codes.
CREATE TABLE invites (
    digest TEXT PRIMARY KEY NOT NULL,
    -- The first millisecond at which it serves no longer.
    expires_at BIGINT NOT NULL
);
