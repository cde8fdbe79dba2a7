-- Members are listed along the key. Planned once for all parts of names, of which most are rare, it seemed cheaper to
-- find all names with a part and to sort them: those with none, or a letter, are all members. So the planner is told
-- that each part may be in all names; and how many roles there are, of which it may have met one alone.
ALTER TABLE username_parts ALTER COLUMN part SET (n_distinct = 1);
ALTER TABLE users ALTER COLUMN role SET (n_distinct = 3);
ANALYZE username_parts, users;
