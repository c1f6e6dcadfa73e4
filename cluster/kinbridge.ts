/** Kinbridge from its production build: two API processes and two workers. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { apiNumbers } from './haproxy.ts';
import { database, keys, type Layout, passwords, ports, urls } from './layout.ts';
import { Program, until } from './processes.ts';

export const workerNumbers = [1, 2] as const;

export class Kinbridge {
  readonly apis: readonly Program[];
  readonly workers: readonly Program[];
  readonly #demo: Program;

  /** A planted fault is only in the API. */
  constructor(
    private readonly layout: Layout,
    plantedFolder?: string,
  ) {
    const program = (name: string, main: string, env: Record<string, string>, folder = builtFolder(layout)) =>
      new Program(layout, {
        name,
        command: process.execPath,
        args: [join(folder, `${main}.js`)],
        env: { ...this.#settings(), ...env },
      });
    this.apis = apiNumbers.map((n) => program(`api${n}`, 'api', { PORT: String(ports.api(n)) }, plantedFolder));
    this.workers = workerNumbers.map((n) => program(`worker${n}`, 'worker', {}));
    this.#demo = program('demo', 'start', { PORT: String(ports.demo), DEMO: '1' });
  }

  async start(): Promise<void> {
    await mkdir(join(this.layout.folder, 'data'), { recursive: true });
    await createDatabase();
    // Migrates and loads the demo organizations, then leaves.
    await this.bringUp(this.#demo);
    await this.#demo.stop();
    await Promise.all([...this.apis, ...this.workers].map((program) => this.bringUp(program)));
  }

  /** As a service manager would: a program that ends while it starts is started again. */
  bringUp(program: Program): Promise<void> {
    const api = this.apis.indexOf(program) + 1;
    const isReady = async () => {
      program.start();
      if (api === 0) return /Kinbridge is ready at|"working"/.test(program.printed());
      const url = `http://127.0.0.1:${ports.api(api)}/readyz`;
      return (await fetch(url, { signal: AbortSignal.timeout(3_000) })).ok;
    };
    return until(`${program.name} is ready`, isReady, 120_000);
  }

  async stop(): Promise<void> {
    await Promise.all([this.#demo, ...this.apis, ...this.workers].map((each) => each.stop(12_000)));
  }

  /** The audit log's chain must have survived too. */
  async verifyAuditLog(): Promise<string> {
    const verify = new Program(this.layout, {
      name: 'audit-verify',
      command: process.execPath,
      args: [join(builtFolder(this.layout), 'audit-verify.js')],
      env: this.#settings(),
    });
    verify.start();
    await verify.ended(60_000);
    return verify.printed().trim();
  }

  #settings(): Record<string, string> {
    return {
      ...keys,
      DATABASE_URL: urls.pooler,
      DATABASE_SESSION_URL: urls.session,
      DATABASE_OWNER_URL: urls.owner,
      DATABASE_REPLICA_URL: urls.replica,
      DATA_DIR: join(this.layout.folder, 'data'),
      PUBLIC_URL: urls.portal,
      TRUST_PROXY: '1',
      LOG_LEVEL: 'info',
      DEMO: '0',
      RATE_LIMIT_PER_ADDRESS: '1000000',
      RATE_LIMIT_PER_SESSION: '1000000',
      RATE_LIMIT_PER_ACCOUNT: '1000',
      SMS_PROVIDER: 'twilio',
      SMS_PER_SECOND: '200',
      TWILIO_BASE_URL: `http://127.0.0.1:${ports.textProvider}`,
      TWILIO_ACCOUNT_SID: 'AC1',
      TWILIO_AUTH_TOKEN: 'token',
      TWILIO_FROM: '+12695550000',
    };
  }
}

function builtFolder({ root }: Layout): string {
  return join(root, 'server', 'dist', 'main');
}

/** As a database administrator would: an owner for migrations and a login that owns nothing. */
async function createDatabase(): Promise<void> {
  await until('the primary accepts connections', () =>
    withClient(urls.superuser, async (client) => {
      const { rows } = await client.query<{ waits: boolean }>('select pg_is_in_recovery() as waits');
      return rows[0]?.waits === false;
    }),
  );
  await withClient(urls.superuser, async (client) => {
    await client.query(`create role kinbridge_owner login createrole password '${passwords.owner}'`);
    await client.query(`create role kinbridge_login login password '${passwords.login}'`);
    // So that migrating can set up the login.
    await client.query('grant kinbridge_login to kinbridge_owner with admin option');
    await client.query(`create database ${database} owner kinbridge_owner`);
  });
}

export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

export function canConnect(url: string): Promise<boolean> {
  return withClient(url, async (client) => (await client.query('select 1')).rowCount === 1);
}
