-- Members are listed in the order of the key. Most substrings are rare, so a plan for all of them would fetch the matches
-- and sort them, which for the empty one means all members. This statistic says that any substring may be in all names;
-- the other gives the number of roles, of which ANALYZE may have seen only one.
ALTER TABLE username_parts ALTER COLUMN part SET (n_distinct = 1);
ALTER TABLE users ALTER COLUMN role SET (n_distinct = 3);
ANALYZE username_parts, users;
