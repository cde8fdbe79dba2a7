-- A BCP 47 tag; empty for the site's language.
ALTER TABLE users ADD COLUMN language TEXT NOT NULL DEFAULT '';
