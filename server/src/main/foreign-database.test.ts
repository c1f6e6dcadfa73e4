import { chmod, chown, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startupOptions } from '../db/addresses.ts';
import { onAddress } from '../db/migrate/address-facts.ts';
import { type EmbeddedDatabase, startEmbeddedDatabase } from '../embedded-postgres/embedded-database.ts';

import { StartError } from '../start-error.ts';
import { makeSelfSignedCertificate } from '../testing/self-signed-certificate.ts';
import { readConfig } from './config.ts';
import { prepareDatabase } from './prepare-database.ts';

/** A server that an administrator manages, with an owner who may create no roles. */
let server: EmbeddedDatabase;
let dataDir: string;
let admin: pg.Client;
const owned = { url: '', login: 'plain_owner' };

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'kinbridge-foreign-'));
  server = await startEmbeddedDatabase({ dataDir, say: () => undefined, durable: false });
  admin = new pg.Client({ connectionString: server.ownerUrl });
  await admin.connect();
  await admin.query('drop role kinbridge_app');
  await admin.query(`create role ${owned.login} login password 'only for this test'`);
  await admin.query(`create database managed owner ${owned.login}`);
  const url = new URL(server.ownerUrl);
  url.pathname = '/managed';
  url.username = owned.login;
  url.password = 'only for this test';
  owned.url = url.href;
});

afterAll(async () => {
  await admin.end();
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const prepare = (url: string) => prepareDatabase(readConfig({ NODE_ENV: 'test', DATABASE_URL: url }), () => undefined);

async function problemOf(url: string): Promise<string> {
  const error = await prepare(url).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(StartError);
  return (error as StartError).message;
}

describe('an owner who may create no roles', () => {
  it('reads the statements that create the role', async () => {
    const statements = 'create role kinbridge_app nologin; grant kinbridge_app to "plain_owner" with admin option;';
    expect(await problemOf(owned.url)).toContain(`then migrate again: ${statements}`);
    await admin.query('create role kinbridge_app nologin');
  });

  it('reads the statement that grants a role they are no member of', async () => {
    expect(await problemOf(owned.url)).toContain('then migrate again: grant kinbridge_app to "plain_owner";');
    await admin.query(`grant kinbridge_app to ${owned.login}`);
  });

  it('migrates with the role that is there, and the application works with it', async () => {
    expect((await prepare(owned.url)).applied).toEqual([]);
    const url = new URL(owned.url);
    url.searchParams.set('options', startupOptions);
    const { rows } = await onAddress(url.href, (client) =>
      client.query('select current_user::text as role, count(*)::int as count from organizations'),
    );
    expect(rows).toEqual([{ role: 'kinbridge_app', count: 0 }]);
  });
});

describe('TLS to the database', () => {
  const withTls = (query: string) => `${owned.url}?${query}`;
  let caFile: string;

  it('is missing', async () => {
    expect(await problemOf(withTls('sslmode=verify-full'))).toMatch(/^The database at 127\.0\.0\.1:\d+ has no TLS/);
    const { cert, key } = makeSelfSignedCertificate();
    caFile = join(dataDir, 'ca.pem');
    await writeFile(caFile, cert);
    const cluster = join(dataDir, 'postgres');
    const { uid, gid } = await stat(cluster);
    for (const [name, text] of Object.entries({ 'server.crt': cert, 'server.key': key })) {
      await writeFile(join(cluster, name), text);
      await chmod(join(cluster, name), 0o600);
      await chown(join(cluster, name), uid, gid);
    }
    await admin.query('alter system set ssl = on');
    await admin.query('select pg_reload_conf()');
  });

  it.each([
    [
      'a certificate of an unknown CA',
      'sslmode=verify-full',
      /doesn't prove who it is: self-signed certificate\. Use /,
    ],
    [
      'a file that is not there',
      'sslmode=verify-full&sslrootcert=/nowhere/ca.pem',
      /names the file \/nowhere\/ca\.pem/,
    ],
  ])('fails with a sentence for %s', async (_, query, sentence) => {
    expect(await problemOf(withTls(query))).toMatch(sentence);
  });

  it.each([
    'sslmode=verify-full&sslrootcert=',
    'sslmode=require&uselibpqcompat=true&sslrootcert=',
    'sslmode=no-verify&x=',
  ])('works with %s', async (query) => {
    const url = withTls(query + (query.endsWith('x=') ? '' : encodeURIComponent(caFile)));
    const { rows } = await onAddress(url, (client) =>
      client.query('select ssl from pg_stat_ssl where pid = pg_backend_pid()'),
    );
    expect(rows).toEqual([{ ssl: true }]);
  });
});
