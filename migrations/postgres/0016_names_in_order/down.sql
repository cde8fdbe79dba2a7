ALTER TABLE username_parts ALTER COLUMN part RESET (n_distinct);
