#!/bin/sh
# Runs once in a new database server: the role that owns the database and migrates it, without the rights of a superuser, and
# the role that serves, which gets its rights from Atrium at each start.
set -eu
psql --username postgres --set ON_ERROR_STOP=1 --set owner="$(cat /run/secrets/owner_password)" \
  --set serving="$(cat /run/secrets/serving_password)" <<'SQL'
create role atrium login createdb password :'owner';
create role atrium_serving login password :'serving';
create database atrium owner atrium;
SQL
