ALTER TABLE users ALTER COLUMN role RESET (n_distinct);
ALTER TABLE username_parts ALTER COLUMN part RESET (n_distinct);
