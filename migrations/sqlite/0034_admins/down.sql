DROP INDEX users_admins;
