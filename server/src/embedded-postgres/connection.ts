import { createHmac } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { appRole } from '../db/addresses.ts';
import { SUPERUSER } from './cluster.ts';

/** Where a server should listen, and which cluster it must serve. */
export type Address = { cluster: string; port: number; password: string };

export const DATABASE = 'kinbridge';

const POLL_MS = 20;
const SILENCE_MS = 60_000;

/** The application's login. It owns nothing, so it can't change the schema or become the owner. */
const APP_LOGIN = 'kinbridge_portal';

/** For migrations and tests only. */
export function ownerUrl({ port, password }: Address): string {
  return `postgresql://${SUPERUSER}:${password}@127.0.0.1:${port}/${DATABASE}`;
}

export function appUrl({ port, password }: Address): string {
  return `postgresql://${APP_LOGIN}:${appPassword(password)}@127.0.0.1:${port}/${DATABASE}`;
}

/** A one-way derivation of the owner's password, so there is no second password file to lose. */
function appPassword(ownerPassword: string): string {
  return createHmac('sha256', ownerPassword).update(APP_LOGIN).digest('hex');
}

/**
 * 'ready': our server answers and has the database. 'gone': it stopped. 'foreign': another server answers on that port.
 * 'silent': it runs but hasn't answered for a minute. A server in crash recovery says so, and we wait for it.
 */
export type Answer = 'ready' | 'gone' | 'foreign' | 'silent';

export async function waitForAnswer(address: Address, hasStopped: () => Promise<boolean>): Promise<Answer> {
  let deadline = Date.now() + SILENCE_MS;
  for (;;) {
    const answer = await ask(address);
    if (answer === 'ready' || answer === 'foreign') return answer;
    if (answer === 'starting') deadline = Date.now() + SILENCE_MS;
    if (await hasStopped()) return 'gone';
    if (Date.now() > deadline) return 'silent';
    await delay(POLL_MS);
  }
}

async function ask(address: Address): Promise<'ready' | 'foreign' | 'starting' | 'refused'> {
  const { port, password, cluster } = address;
  const client = new pg.Client({
    ...{ host: '127.0.0.1', port, user: SUPERUSER, password, database: 'postgres' },
    connectionTimeoutMillis: 5_000,
  });
  // Without a listener, a broken connection would crash the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ data_directory: string }>('show data_directory');
    const served = await realpath(rows[0]?.data_directory ?? '').catch(() => '');
    if (served !== cluster) return 'foreign';
    const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE]);
    if (rowCount === 0) await client.query(`create database ${DATABASE}`);
    await createAppLogin(client, appPassword(password));
    return 'ready';
  } catch (error) {
    const code = (error as { code?: string }).code ?? '';
    if (code === '57P03') return 'starting';
    // Any other SQLSTATE comes from another server, since ours would accept the login.
    return /^[0-9A-Z]{5}$/.test(code) && !code.startsWith('57') ? 'foreign' : 'refused';
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Whether the server leaves a connection unanswered for this long; a refusal counts as an answer. */
export async function isSilent({ port, password }: Address, timeoutMs: number, signal: AbortSignal): Promise<boolean> {
  const client = new pg.Client({ host: '127.0.0.1', port, user: SUPERUSER, password, database: 'postgres' });
  client.on('error', () => undefined);
  const answered = client
    .connect()
    .then(() => client.query('select 1'))
    .then(
      () => false,
      () => false,
    );
  const silent = delay(timeoutMs, true, { signal, ref: false }).catch(() => false);
  try {
    return await Promise.race([answered, silent]);
  } finally {
    // Not awaited: a hung server wouldn't answer this either.
    void client.end().catch(() => undefined);
  }
}

/** A new data folder has neither the application's role nor its login. */
async function createAppLogin(client: pg.Client, password: string): Promise<void> {
  const { rows } = await client.query<{ rolname: string }>('select rolname from pg_roles where rolname = any($1)', [
    [appRole, APP_LOGIN],
  ]);
  const present = rows.map(({ rolname }) => rolname);
  if (!present.includes(appRole)) await client.query(`create role ${appRole} nologin`);
  if (!present.includes(APP_LOGIN)) {
    await client.query(`create role ${APP_LOGIN} login in role ${appRole} password '${password}'`);
  }
}
