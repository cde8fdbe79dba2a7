-- Every part of every name that has up to three characters, the empty one too, each with the names that hold it
-- in their order: so "contains" is a page of this key. A longer part is looked for among the names that hold its
-- first three characters.
CREATE TABLE username_parts (
    part TEXT COLLATE "C" NOT NULL,
    username_key TEXT COLLATE "C" NOT NULL,
    user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    PRIMARY KEY (part, username_key)
);
INSERT INTO username_parts (part, username_key, user_id)
SELECT DISTINCT substr(s.suffix, 1, n.length), u.username_key, u.id
FROM (SELECT 0 AS length UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3) AS n
JOIN username_suffixes AS s ON length(s.suffix) >= n.length
JOIN users AS u ON u.id = s.user_id
ORDER BY 1, 2;
CREATE INDEX username_parts_by_user ON username_parts (user_id);

-- Its work is done by the above.
DROP TABLE username_suffixes;
