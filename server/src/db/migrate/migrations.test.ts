import { randomUUID } from 'node:crypto';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { projectRoot } from '../../main/config.ts';
import { isFileKey } from '../../outside/files/file-store.ts';
import { sealAuditLog, verifyAuditLog } from '../../records/audit/audit-chain.commands.ts';
import { asOwner } from '../../testing/as-owner.ts';
import { findChangedRows, readKeptDataFolders, rebuildDatabase } from '../../testing/data-folders.ts';
import { databaseNamed, templateDatabase } from '../../testing/global-setup.ts';
import { findBreaks } from '../../testing/migration-breaks.ts';
import { schemaOf } from '../../testing/schema.ts';
import { startTestApp, type TestApp, testKeys } from '../../testing/test-app.ts';
import { until } from '../../testing/until.ts';
import { idsPerMonth } from '../months.ts';
import { applyMigrations, migrate, readMigrations } from './migrations.ts';
import { squashedMigrations } from './squashed-migrations.ts';

const root = projectRoot();
const folder = join(root, 'db/migrations');
const squashedFolder = join(root, 'server/src/testing/migrations-until-0021');
/** The newest migration when 0001 to 0021 became the baseline. */
const newestBeforeBaseline = '0042_setup_checklist.sql';
const databases: string[] = [];

async function emptyDatabase(): Promise<pg.Client> {
  const database = `migrated_${randomUUID().replaceAll('-', '')}`;
  await asOwner(inject('databaseUrl'), `create database ${database}`);
  databases.push(database);
  return connect(database);
}

async function connect(database: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseNamed(inject('databaseUrl'), database) });
  await client.connect();
  return client;
}

/** Creates a database that ran these migrations as versions before the baseline did. */
async function databaseWith(migrations: Awaited<ReturnType<typeof readMigrations>>): Promise<pg.Client> {
  const client = await emptyDatabase();
  await client.query(`create table schema_migrations (
    name text primary key, checksum text not null, applied_timestamp timestamptz not null default now())`);
  for (const { name, checksum, sql } of migrations) {
    await client.query(sql);
    await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum]);
  }
  return client;
}

async function upgrade(client: pg.Client): Promise<void> {
  await applyMigrations(client, folder);
  await client.query('select prepare_months(), divide_texts()');
}

/** The schema of a database that was empty before its first start. */
async function schemaOfEmptyStart(): Promise<string[]> {
  return schemaOf(await connect(templateDatabase));
}

/** Which months have partitions depends on when a database was made. */
function withoutMonths(line: string): string {
  return line.replace(/greatest\(\d{6}, least\(\d{6}/, '');
}

afterAll(async () => {
  for (const database of databases)
    await asOwner(inject('databaseUrl'), `drop database if exists ${database} with (force)`);
});

describe.each(await readKeptDataFolders(root))('a data folder of $migration', (kept) => {
  let client: pg.Client;
  let portal: TestApp;
  const [clinic] = kept.tables.organizations?.rows ?? [];

  beforeAll(async () => {
    client = await emptyDatabase();
    const known = [...(await readMigrations(folder)), ...(await readMigrations(squashedFolder))];
    await rebuildDatabase(client, kept, known);
    const [ownerUrl, appUrl] = [inject('databaseUrl'), inject('appDatabaseUrl')].map((url) =>
      databaseNamed(url, client.database ?? ''),
    ) as [string, string];
    await migrate({ ownerUrl, appUrl, root });
    portal = await startTestApp({}, undefined, client.database);
    for (const [path, content] of Object.entries(kept.files)) {
      if (isFileKey(basename(path))) await portal.app.files.write(basename(path), Buffer.from(content, 'base64'));
    }
  });
  afterAll(async () => {
    await client.end();
    await portal.close();
  });

  it('gets the schema of an empty start', async () => {
    const schema = await schemaOf(await connect(client.database ?? ''));
    expect(schema.map(withoutMonths)).toEqual((await schemaOfEmptyStart()).map(withoutMonths));
  });

  it('keeps every row', async () => {
    // Counts of the last minutes, which a migration may clear.
    const { attempts: _, ...changed } = await findChangedRows(client, kept);
    expect(changed).toEqual({});
  });

  it('keeps an audit log that verifies', async () => {
    const key = kept.keys['audit-key'] ?? testKeys.auditKey;
    await sealAuditLog(portal.app.db, key);
    const rows = kept.tables.audit_log?.rows.length ?? 0;
    const verdict = await verifyAuditLog(portal.app.db, key);
    expect(verdict).toMatchObject({ intact: true, rows: expect.any(Number) });
    expect(verdict.intact && verdict.rows).toBeGreaterThanOrEqual(rows);
  });

  it('lets its people sign in and read their requests and files', async () => {
    const body = { email: 'clinic@example.org', password: 'Quiet-Harbor-Lantern7!' };
    const { body: signedIn } = await portal.call('POST /v1/auth/login', { body });
    const token = signedIn.idToken;
    const path = 'GET /v1/organizations/{id}/service-requests';
    const requests = await portal.call(path, { params: { id: clinic?.[0] }, token });
    expect(requests.body).toMatchObject([
      { status: 'PENDING', patient: { firstName: 'Ruth' }, fileName: 'letter.pdf' },
    ]);
    const file = await portal.call('GET /v1/service-requests/{id}/file', {
      params: { id: requests.body[0].id },
      token,
    });
    expect(file.bytes.toString()).toBe('%PDF-1.4\nA letter\n');
  });
});

describe('a database', () => {
  it('from before 0021 is refused', async () => {
    const client = await databaseWith((await readMigrations(squashedFolder)).slice(0, 1));
    await expect(applyMigrations(client, folder)).rejects.toThrow('Start commit 5a35702 once');
    await client.end();
  });
});

describe('a failing migration', () => {
  let withBad: string;
  beforeAll(async () => {
    withBad = await mkdtemp(join(tmpdir(), 'kinbridge-migrations-'));
    await cp(folder, withBad, { recursive: true });
    await writeFile(join(withBad, '9998_good.sql'), 'create table good (n int);');
    await writeFile(join(withBad, '9999_bad.sql'), 'create table half (n int); select 1 / 0;');
  });
  afterAll(() => rm(withBad, { recursive: true, force: true }));

  /** The new tables and migrations after a failure. */
  async function leftBy(together: boolean): Promise<unknown[]> {
    const database = `migrated_${randomUUID().replaceAll('-', '')}`;
    await asOwner(inject('databaseUrl'), `create database ${database} template ${templateDatabase}`);
    databases.push(database);
    const client = new pg.Client({ connectionString: databaseNamed(inject('databaseUrl'), database) });
    await client.connect();
    await expect(applyMigrations(client, withBad, { together })).rejects.toThrow(
      'The migration 9999_bad.sql failed and was undone: division by zero.',
    );
    const { rows } = await client.query(`select relname as name from pg_class where relname in ('good', 'half')
      union all select name from schema_migrations where name > '9' order by 1`);
    await client.end();
    return rows.map(({ name }) => name);
  }

  it('leaves the state from before all of them if nobody else uses the database', async () => {
    expect(await leftBy(true)).toEqual([]);
  });

  it('leaves those before it on a server of its own', async () => {
    expect(await leftBy(false)).toEqual(['9998_good.sql', 'good']);
  });
});

describe('texts of an upgraded database', () => {
  let client: pg.Client;
  const written: number[] = [];
  /** As the version before writes what a member texts. */
  const receive = async (providerId: string, onConflict = '') => {
    const { rows } = await client.query(
      `insert into sms_messages (kind, phone_number, body, is_received, state, provider_id)
      values ('inbound', '+13135550100', 'YES', true, 'delivered', $1) ${onConflict} returning id`,
      [providerId],
    );
    return rows.map(({ id }) => Number(id));
  };
  const areDivided = async () => {
    const { rows } = await client.query(
      "select relkind = 'p' as divided from pg_class where oid = 'sms_messages'::regclass",
    );
    return rows[0]?.divided;
  };

  beforeAll(async () => {
    client = await databaseWith((await readMigrations(folder)).filter(({ name }) => name < '0051'));
    written.push(...(await receive('SM-1')));
  });
  afterAll(() => client.end());

  it('stay in one table while the version before is connected', async () => {
    const former = new pg.Client({
      connectionString: databaseNamed(inject('databaseUrl'), client.database ?? ''),
      application_name: 'kinbridge',
    });
    await former.connect();
    await upgrade(client);
    expect(await areDivided()).toBe(false);
    expect(await receive('SM-1', 'on conflict (provider_id) do nothing')).toEqual([]);
    written.push(...(await receive('SM-2', 'on conflict (provider_id) do nothing')));
    expect(written).toHaveLength(2);
    await former.end();
  });

  it('are divided by month once it has ended, and keep their ids', async () => {
    await until(async () => {
      await client.query('select divide_texts()');
      return areDivided();
    });
    const { rows } = await client.query(`select s.id from sms_messages s
      join sms_provider_ids p on p.provider_id = s.provider_id and p.message_id = s.id order by 1`);
    expect(rows.map(({ id }) => Number(id))).toEqual(written);
  });

  it('arrive once, in whichever month the first was', async () => {
    expect(await receive('SM-1')).toEqual([]);
    const [id = 0] = await receive('SM-3');
    expect(id).toBeGreaterThan(202_601 * idsPerMonth);
    const taken = client.query("update sms_messages set provider_id = 'SM-1' where id = $1", [id]);
    await expect(taken).rejects.toThrow('Another text has this id of the provider.');
  });
});

describe('logins of an upgraded database', () => {
  const verified = async (client: pg.Client) => {
    const { rows } = await client.query(
      `select l.email from logins l where l.verified_timestamp is not null order by 1`,
    );
    return rows.map(({ email }) => email);
  };

  it('that only a provider or directory made become claims outside proven domains', async () => {
    const client = await databaseWith((await readMigrations(folder)).filter(({ name }) => name < '0074'));
    const insert = async (email: string, userType: string, hasPassword: boolean) => {
      const { rows } = await client.query(
        `with person as (
          insert into users (user_type, status, organization_id, first_name, last_name, email)
          values ($2, 'ACTIVE', case when $2 <> 'OPERATOR' then 1 end, 'Nora', 'Lind', $1) returning id
        )
        insert into logins (user_id, email, password_hash, has_password, verified_timestamp)
        select id, $1, 'x', $3, now() from person returning user_id`,
        [email, userType, hasPassword],
      );
      await client.query('insert into sessions (user_id) values ($1)', [rows[0].user_id]);
      return Number(rows[0].user_id);
    };
    await client.query(`insert into organizations (id, name, organization_type, phone_number, terms_version)
      overriding system value values (1, 'Clinic', 'CARE_PROVIDER', '+12695550100', '1')`);
    await client.query(`insert into sign_in_domains (organization_id, domain, txt_record, proven_timestamp)
      values (1, 'proven.example', 'x', now()), (1, 'listed.example', 'y', null)`);
    await client.query(`insert into identity_providers (organization_id, kind, issuer)
      values (1, 'oidc', 'https://id.example'), (1, 'saml', 'https://saml.example')`);
    for (const [email, issuer] of [
      ['made@listed.example', 'https://id.example'],
      ['made@proven.example', 'https://saml.example'],
      ['gone@proven.example', 'https://former.example'],
    ] as const) {
      const id = await insert(email, 'EMPLOYEE', false);
      await client.query('insert into linked_identities values (1, $1, $2, $3)', [issuer, email, id]);
    }
    const followed = await insert('followed@listed.example', 'EMPLOYEE', false);
    await client.query(`insert into audit_log (action, entity_type, entity_id) values ('user.verified', 'user', $1)`, [
      followed,
    ]);
    await insert('password@listed.example', 'ADMIN', true);
    await insert('operator@listed.example', 'OPERATOR', false);
    await upgrade(client);
    expect(await verified(client)).toEqual([
      'followed@listed.example',
      'gone@proven.example',
      'made@proven.example',
      'operator@listed.example',
      'password@listed.example',
    ]);
    const { rows: links } = await client.query('select kind, subject from linked_identities');
    expect(links).toEqual([{ kind: 'saml', subject: 'made@proven.example' }]);
    const { rows: ended } = await client.query('select user_id from sessions where end_timestamp is not null');
    expect(ended).toHaveLength(1);
    await client.end();
  });
});

it('links to providers that an organization no longer has end with the upgrade', async () => {
  const client = await databaseWith((await readMigrations(folder)).filter(({ name }) => name < '0086'));
  await client.query(`insert into organizations (id, name, organization_type, phone_number, terms_version)
    overriding system value values (1, 'Clinic', 'CARE_PROVIDER', '+12695550100', '1')`);
  await client.query(`insert into users (id, user_type, status, organization_id, first_name, last_name)
    overriding system value values (7, 'EMPLOYEE', 'ACTIVE', 1, 'Nora', 'Lind')`);
  await client.query(`insert into identity_providers (organization_id, kind, issuer)
    values (1, 'oidc', 'https://id.example')`);
  await client.query(`insert into linked_identities (organization_id, kind, issuer, subject, user_id)
    values (1, 'oidc', 'https://id.example', 'present', 7), (1, 'oidc', 'https://former.example', 'replaced', 7),
      (1, 'saml', 'https://id.example', 'removed', 7)`);
  await upgrade(client);
  const { rows } = await client.query('select subject from linked_identities');
  expect(rows).toEqual([{ subject: 'present' }]);
  await client.end();
});

describe('the migrations', () => {
  it('keep their names and contents once they have landed', async () => {
    const landed = (await readFile(join(folder, 'SHA256SUMS'), 'utf8')).trim().split('\n');
    const present = (await readMigrations(folder)).map(({ name, checksum }) => `${checksum}  ${name}`);
    expect(present).toEqual(landed);
  });

  it('have numbers of their own, in four digits', async () => {
    const names = (await readMigrations(folder)).map(({ name }) => name);
    expect(names.filter((name) => !/^\d{4}_[a-z_]+\.sql$/.test(name))).toEqual([]);
    expect(new Set(names.map((name) => name.slice(0, 4))).size).toBe(names.length);
  });

  it('keep the version before working', async () => {
    const changes = await readFile(join(root, 'CHANGELOG.md'), 'utf8');
    const released = [...changes.matchAll(/^## v?(\d+\.\d+\.\d+)/gm)].map(([, version]) => version ?? '');
    const later = (await readMigrations(folder)).filter(({ name }) => name > newestBeforeBaseline);
    expect(later.flatMap(({ name, sql }) => findBreaks(sql, released).map((found) => `${name} ${found}`))).toEqual([]);
  });

  it('that the baseline replaces are known by their checksums', async () => {
    const files = (await readMigrations(squashedFolder)).map(({ name, checksum }) => ({ name, checksum }));
    expect(squashedMigrations).toEqual(files);
  });
});
