-- Finds the admins, role 2, among all members: each is told of every report.
CREATE INDEX users_admins ON users (id) WHERE role = 2;
