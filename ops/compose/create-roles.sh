#!/bin/sh
# Runs once, when PostgreSQL creates its data folder. kinbridge_owner owns the tables and migrates; kinbridge_portal is
# the login of the API and the worker, and the owner may set its role and limits. Backups are tested in a database of
# their own, which the owner creates.
set -eu
psql --set=ON_ERROR_STOP=1 --username="${POSTGRES_USER:-postgres}" --dbname=postgres \
  --set=owner_password="$OWNER_PASSWORD" --set=portal_password="$PORTAL_PASSWORD" <<'SQL'
create role kinbridge_owner login createrole createdb password :'owner_password';
create role kinbridge_portal login password :'portal_password';
grant kinbridge_portal to kinbridge_owner with admin option;
create database kinbridge owner kinbridge_owner;
SQL
