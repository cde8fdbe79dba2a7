-- All substrings of each name with up to three characters, including the empty one. A page of names that contain a
-- substring is then a range of this key, already in order. A longer substring is searched among the names that contain
-- its first three characters.
CREATE TABLE username_parts (
    part TEXT NOT NULL,
    username_key TEXT NOT NULL,
    user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    PRIMARY KEY (part, username_key)
) WITHOUT ROWID;
INSERT INTO username_parts (part, username_key, user_id)
SELECT DISTINCT substr(s.suffix, 1, n.length), u.username_key, u.id
FROM (SELECT 0 AS length UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3) AS n
JOIN username_suffixes AS s ON length(s.suffix) >= n.length
JOIN users AS u ON u.id = s.user_id
ORDER BY 1, 2;
CREATE INDEX username_parts_by_user ON username_parts (user_id);

-- Replaced by the above.
DROP TABLE username_suffixes;
