SELECT 1; -- only the word index of SQLite is told to delete at once
