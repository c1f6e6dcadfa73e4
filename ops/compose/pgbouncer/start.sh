#!/bin/sh
# Writes the one login from the environment to memory and starts PgBouncer.
set -eu
umask 077
printf '"kinbridge_portal" "%s"\n' "$PORTAL_PASSWORD" > "${USERS_FILE:-/run/pgbouncer/users.txt}"
unset PORTAL_PASSWORD
exec pgbouncer "$1"
