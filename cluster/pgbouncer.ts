/** PgBouncer in transaction mode, between Kinbridge and the primary. */
import { chown, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { database, type Layout, passwords, ports } from './layout.ts';
import { Program } from './processes.ts';

export async function createPgbouncer(layout: Layout): Promise<Program> {
  const { folder, account } = layout;
  const users = join(folder, 'pgbouncer-users.txt');
  await writeFile(users, `"kinbridge_login" "${passwords.login}"\n`, { mode: 0o600 });
  const file = join(folder, 'pgbouncer.ini');
  await writeFile(file, settings(users), { mode: 0o600 });
  for (const path of [users, file]) await chown(path, account.uid, account.gid);
  return new Program(layout, { name: 'pgbouncer', command: '/usr/sbin/pgbouncer', args: [file], unprivileged: true });
}

/** By default it waits 15 seconds after a failed connection, which would be the longest part of a failover. */
const settings = (users: string) => `
[databases]
${database} = host=127.0.0.1 port=${ports.primary} dbname=${database}

[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${ports.pgbouncer}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = transaction
max_client_conn = 500
default_pool_size = 20
server_login_retry = 1
server_connect_timeout = 5
query_wait_timeout = 10
log_connections = 0
log_disconnections = 0
`;
