-- The admins, role 2, among all members: a list by name, and who is told of every report.
CREATE INDEX users_admins ON users (username_key) WHERE role = 2;
