import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { startupOptions } from '../db/addresses.ts';
import { onAddress } from '../db/migrate/address-facts.ts';
import { setUpLogin } from '../db/migrate/login-settings.ts';
import { requireMigrated } from '../db/migrate/migrations.ts';
import { projectRoot, readConfig } from './config.ts';
import { connectDatabase } from './connect-database.ts';

const connect = (url: string) => connectDatabase(readConfig(), { url, sessionUrl: url }, pino({ level: 'silent' }));

describe('the application connects', () => {
  test("with its login's own role and timeouts", async () => {
    const url = inject('appDatabaseUrl');
    expect(await connect(url)).toEqual({
      pooled: { kind: 'pooled', url, options: undefined },
      session: { kind: 'session', url, options: undefined },
      replica: null,
      named: true,
    });
  });

  test('with startup options as the owner', async () => {
    const url = inject('databaseUrl');
    expect(await connect(url)).toMatchObject({ pooled: { options: startupOptions } });
  });
});

test('a process that does not migrate refuses a database without its newest migration', async () => {
  const folder = join(projectRoot(), 'db/migrations');
  await expect(requireMigrated(inject('appDatabaseUrl'), folder)).rejects.toThrow('not up to date: it lacks 00');
});

describe('a migration sets up a login', () => {
  const login = `login_${randomUUID().replaceAll('-', '')}`;
  const loginUrl = new URL(inject('databaseUrl'));
  let owner: pg.Client;

  beforeAll(async () => {
    owner = new pg.Client({ connectionString: inject('databaseUrl') });
    await owner.connect();
    await owner.query(`create role ${login} login password 'only for this test' in role kinbridge_app`);
    loginUrl.username = login;
    loginUrl.password = 'only for this test';
  });
  afterAll(async () => {
    await owner.query(`drop role ${login}`);
    await owner.end();
  });

  const settings = (client: pg.Client) =>
    client
      .query('select current_user as role, setting from pg_settings where name = $1', ['statement_timeout'])
      .then(({ rows }) => rows[0]);

  test('unless it may not', async () => {
    const other = decodeURIComponent(new URL(inject('databaseUrl')).username);
    await onAddress(loginUrl.href, (client) => setUpLogin(client, other));
    expect(await settings(owner)).toEqual({ role: other, setting: '0' });
  });

  test('or names the statements if it may not even add it to the role', async () => {
    await owner.query(`create role ${login}_outside`);
    const setUp = onAddress(loginUrl.href, (client) => setUpLogin(client, `${login}_outside`));
    await expect(setUp).rejects.toThrow(`grant kinbridge_app to "${login}_outside"; alter role`);
    await owner.query(`drop role ${login}_outside`);
  });

  test('for every later connection', async () => {
    await setUpLogin(owner, login);
    expect(await onAddress(loginUrl.href, settings)).toEqual({ role: 'kinbridge_app', setting: '30000' });
  });

  test('and keeps its own timeouts', async () => {
    await owner.query(`alter role ${login} set statement_timeout = '5s'`);
    await setUpLogin(owner, login);
    expect(await onAddress(loginUrl.href, settings)).toEqual({ role: 'kinbridge_app', setting: '5000' });
  });
});
