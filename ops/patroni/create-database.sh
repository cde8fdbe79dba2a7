#!/bin/sh
# Patroni runs this once, with the URL of the first primary.
exec psql --no-psqlrc --set=ON_ERROR_STOP=1 --set=password="$POSTGRES_PASSWORD" "$1" <<'SQL'
CREATE ROLE postup LOGIN PASSWORD :'password';
CREATE DATABASE postup OWNER postup;
SQL
