-- What the site looks like; texts are empty where nothing is set.
ALTER TABLE site ADD COLUMN logo TEXT NOT NULL DEFAULT '';
ALTER TABLE site ADD COLUMN icon TEXT NOT NULL DEFAULT '';
ALTER TABLE site ADD COLUMN accent TEXT NOT NULL DEFAULT '';
ALTER TABLE site ADD COLUMN language TEXT NOT NULL DEFAULT 'en';
-- Links as JSON: [[title, url], ...].
ALTER TABLE site ADD COLUMN footer TEXT NOT NULL DEFAULT '[]';
-- In Markdown, rendered when it is read.
ALTER TABLE site ADD COLUMN announcement TEXT NOT NULL DEFAULT '';
CREATE TABLE site_pages (
    slug TEXT PRIMARY KEY NOT NULL,
    title TEXT NOT NULL,
    -- In Markdown, rendered when it is read.
    text TEXT NOT NULL,
    edited_at BIGINT NOT NULL
);
-- Where the site names images.
CREATE VIEW site_texts AS
SELECT rules || ' ' || logo || ' ' || icon || ' ' || announcement AS text FROM site
UNION ALL SELECT text FROM site_pages;
