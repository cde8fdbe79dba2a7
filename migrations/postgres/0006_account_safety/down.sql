DROP TABLE recovery_codes;
DROP TABLE login_failures;
