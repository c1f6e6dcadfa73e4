import { realpath } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { SUPERUSER } from './embedded-postgres-cluster.ts';

/** Where a server should answer, and what it must turn out to serve. */
export type Address = { cluster: string; port: number; password: string };

export const DATABASE = 'kinbridge';

const POLL_MS = 20;
const SILENCE_MS = 60_000;

export function databaseUrl({ port, password }: Address): string {
  return `postgresql://${SUPERUSER}:${password}@127.0.0.1:${port}/${DATABASE}`;
}

/**
 * 'ready': our server answers, and has the database. 'gone': it stopped. 'foreign': somebody else answers on that port.
 * 'silent': it lives, but has said nothing for a minute. A server in crash recovery says so, and is waited for.
 */
export type Answer = 'ready' | 'gone' | 'foreign' | 'silent';

export async function waitForAnswer(address: Address, isGone: () => Promise<boolean>): Promise<Answer> {
  let deadline = Date.now() + SILENCE_MS;
  for (;;) {
    const answer = await ask(address);
    if (answer === 'ready' || answer === 'foreign') return answer;
    if (answer === 'starting') deadline = Date.now() + SILENCE_MS;
    if (await isGone()) return 'gone';
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
  // Without a listener a connection that breaks would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ data_directory: string }>('show data_directory');
    const served = await realpath(rows[0]?.data_directory ?? '').catch(() => '');
    if (served !== cluster) return 'foreign';
    const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE]);
    if (rowCount === 0) await client.query(`create database ${DATABASE}`);
    return 'ready';
  } catch (error) {
    const code = (error as { code?: string }).code ?? '';
    if (code === '57P03') return 'starting';
    // Any other SQLSTATE comes from a server, and ours would have let us in.
    return /^[0-9A-Z]{5}$/.test(code) && !code.startsWith('57') ? 'foreign' : 'refused';
  } finally {
    await client.end().catch(() => undefined);
  }
}
