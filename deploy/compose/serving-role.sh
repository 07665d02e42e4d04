#!/bin/sh
# Runs once in a new database: the role that serves may connect, and gets its rights from Atrium at each start.
set -eu
psql --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" --set ON_ERROR_STOP=1 \
  --set password="$(cat /run/secrets/serving_password)" <<'SQL'
create role atrium_serving login password :'password';
SQL
