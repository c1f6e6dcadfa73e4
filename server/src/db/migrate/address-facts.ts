import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

/** What a connection without startup options tells about itself. */
export interface AddressFacts {
  /** The role that signed in. */
  login: string;
  currentRole: string;
  /** Whether statements and idle transactions end after a time. */
  hasTimeouts: boolean;
  /** Who owns the tables; null before the first migration. */
  owner: string | null;
  /** A pooler answers sign-ins with a process id of its own. */
  throughPooler: boolean;
}

/** Runs work on a connection without startup options. */
export async function onAddress<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'kinbridge-check',
    connectionTimeoutMillis: 5_000,
    // Longer than the database takes to fail over, shorter than a pooler waits for its server.
    query_timeout: 30_000,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

export async function readAddressFacts(client: pg.Client): Promise<AddressFacts> {
  const { rows } = await client.query<Omit<AddressFacts, 'throughPooler'> & { pid: number }>(`
    select pg_backend_pid() as pid, session_user::text as login, current_user::text as "currentRole",
      current_setting('statement_timeout') <> '0'
        and current_setting('idle_in_transaction_session_timeout') <> '0' as "hasTimeouts",
      (select pg_get_userbyid(relowner)::text from pg_class where oid = to_regclass('schema_migrations')) as owner`);
  const { pid, ...facts } = rows[0] as (typeof rows)[0];
  return { ...facts, throughPooler: pid !== (client as unknown as { processID: number }).processID };
}

/** How long an event may take when both ends work; it usually takes a millisecond. */
const patienceMs = 5_000;

/** Whether the listener hears the sender. A pooler in transaction mode gives the listener's connection away. */
export async function hears(listener: pg.Client, sender: pg.Client): Promise<boolean> {
  const channel = `kinbridge_check_${randomBytes(8).toString('hex')}`;
  const heard = new Promise<boolean>((resolve) => {
    listener.on('notification', (event) => event.channel === channel && resolve(true));
  });
  await listener.query(`listen ${channel}`);
  await sender.query('select pg_notify($1, $2)', [channel, '']);
  const over = new AbortController();
  const late = delay(patienceMs, false, { signal: over.signal }).catch(() => false);
  return Promise.race([heard, late]).finally(() => over.abort());
}

/**
 * Whether the pooler keeps named statements for the next transaction: then it names them on its own, so that two clients
 * can use the same name.
 */
export async function keepsStatements(client: pg.Client): Promise<boolean> {
  const name = `kinbridge_check_${randomBytes(8).toString('hex')}`;
  await client.query('begin');
  const { rows } = await client.query<{ name: string }>({
    name,
    text: `select name from pg_prepared_statements where statement like '%${name}%'`,
  });
  const kept = rows[0]?.name !== name;
  if (!kept) await client.query(`deallocate ${name}`);
  await client.query('commit');
  return kept;
}
