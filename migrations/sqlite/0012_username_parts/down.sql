CREATE TABLE username_suffixes (
    suffix TEXT NOT NULL,
    user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    PRIMARY KEY (suffix, user_id)
) WITHOUT ROWID;
WITH RECURSIVE suffixes (suffix, user_id) AS (
    SELECT username_key, user_id FROM username_parts WHERE part = ''
    UNION ALL
    SELECT substr(suffix, 2), user_id FROM suffixes WHERE length(suffix) > 1
)
INSERT INTO username_suffixes (suffix, user_id) SELECT suffix, user_id FROM suffixes;
CREATE INDEX username_suffixes_by_user ON username_suffixes (user_id);
DROP TABLE username_parts;
