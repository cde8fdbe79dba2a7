SELECT 1; -- only SQLite's word index changes
